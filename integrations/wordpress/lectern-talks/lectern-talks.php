<?php
/**
 * Plugin Name: Lectern Talks
 * Description: Lists of talks from a Lectern server, as a block and as a shortcode.
 * Version: 1.0.0
 * Requires at least: 6.1
 * Requires PHP: 7.4
 * License: MIT
 * Text Domain: lectern-talks
 */

namespace Lectern\Talks;

defined( 'ABSPATH' ) || exit;

const OPTION = 'lectern_talks_server';

/** Seconds that a list is shown before the server is asked for a newer one, and between attempts while it is away. */
const FRESH = 5 * MINUTE_IN_SECONDS;
const RETRY = MINUTE_IN_SECONDS;

/** Paths of pages about one thing, and the search that gives its talks. */
const PAGES = array(
	'/talks/id/'            => 'from=1900-01-01&talk=',
	'/talks/series/id/'     => 'series=',
	'/talks/persons/id/'    => 'speaker=',
	'/talks/department/id/' => 'organising_department=',
	'/talks/venues/id/'     => 'subvenues=true&venue=',
	'/user/lists/id/'       => 'collection=',
);

/** The base address of the server, without a final slash: from wp-config.php, or from Settings → Lectern. */
function server(): string {
	return rtrim( defined( 'LECTERN_TALKS_SERVER' ) ? LECTERN_TALKS_SERVER : get_option( OPTION, '' ), '/' );
}

/** A list of talks as HTML. Only those who write posts see what is wrong with its attributes. */
function render( $attributes ): string {
	wp_enqueue_style( 'lectern-talks' );
	if ( '' === server() ) {
		return note( __( 'Enter the address of your server in Settings → Lectern.', 'lectern-talks' ) );
	}
	try {
		$pairs = pairs( is_array( $attributes ) ? $attributes : array() );
		$list  = talks( $pairs );
	} catch ( \InvalidArgumentException $problem ) {
		return note( $problem->getMessage() );
	}
	$html = $list['html'];
	if ( '' === $html ) {
		$html = sprintf( '<p><a href="%s">%s</a></p>', esc_url( address( '/search', $pairs ) ), esc_html__( 'Talks', 'lectern-talks' ) );
	}
	return '<div class="lectern-block">' . $html . '</div>' . ( '' === $list['problem'] ? '' : note( $list['problem'] ) );
}

function note( string $text ): string {
	return current_user_can( 'edit_posts' ) ? '<p class="lectern-problem"><strong>Lectern:</strong> ' . esc_html( $text ) . '</p>' : '';
}

/** @param array $match a name, and the parameter that may be meant */
function unknown( array $match ): string {
	/* translators: %s: a name. */
	$text = sprintf( __( 'There is no parameter “%s”.', 'lectern-talks' ), $match[1] );
	/* translators: %s: a name. */
	return $text . ( empty( $match[2] ) ? '' : ' ' . sprintf( __( 'Did you mean “%s”?', 'lectern-talks' ), $match[2] ) );
}

/** Attributes as names and values of a search; those of the address in `src` first, unless another attribute sets them. */
function pairs( array $attributes ): array {
	$values = array();
	foreach ( $attributes as $name => $value ) {
		$name = 'department' === $name ? 'organising_department' : str_replace( '-', '_', $name );
		if ( 'src' === $name || is_int( $name ) || '' === (string) $value ) {
			continue;
		}
		$values[ $name ] = 'q' === $name ? array( $value ) : preg_split( '/\s+/', trim( (string) $value ) );
	}
	$values += from_address( html_entity_decode( trim( $attributes['src'] ?? '' ) ) );
	unset( $values['fragment'], $values['lang'] );
	$pairs = array();
	foreach ( $values as $name => $all ) {
		foreach ( $all as $value ) {
			$pairs[] = rawurlencode( $name ) . '=' . rawurlencode( $value );
		}
	}
	return $pairs;
}

/** The parameters behind the address of a search, or of the page of a series, a department, a person … */
function from_address( string $address ): array {
	if ( '' === $address ) {
		return array();
	}
	if ( 0 !== strpos( $address . '/', server() . '/' ) && 0 !== strpos( $address, server() . '?' ) ) {
		/* translators: %s: an address. */
		throw new \InvalidArgumentException( sprintf( __( 'The address must begin with %s', 'lectern-talks' ), server() ) );
	}
	list( $path, $query ) = explode( '?', explode( '#', substr( $address, strlen( server() ) ) )[0] . '?' );
	$path                 = rtrim( $path, '/' );
	$search               = in_array( $path, array( '', '/search', '/agenda', '/embed', '/embed/talks' ), true ) ? $query : null;
	foreach ( PAGES as $start => $before ) {
		$search = 0 === strpos( $path, $start ) ? $before . substr( $path, strlen( $start ) ) : $search;
	}
	if ( '/talks/topics/id' === $path ) {
		$search = preg_replace( '/(^|&)uri=/', '$1topic=', $query );
	}
	if ( null === $search ) {
		throw new \InvalidArgumentException( __( 'Only searches and the pages of a talk, series, speaker, department, venue, topic or collection can be shown.', 'lectern-talks' ) );
	}
	$values = array();
	foreach ( array_filter( explode( '&', $search ) ) as $pair ) {
		list( $name, $value )            = explode( '=', $pair . '=' );
		$values[ urldecode( $name ) ][] = urldecode( $value );
	}
	return $values;
}

function address( string $path, array $pairs ): string {
	return server() . $path . ( $pairs ? '?' . implode( '&', $pairs ) : '' );
}

/**
 * The list as the server last sent it: at most a week old if the server is away.
 *
 * @return array `html`, empty if there is none; `problem`, what the server says of the parameters
 */
function talks( array $pairs ): array {
	$url  = address( '/embed/talks', array_merge( $pairs, array( 'fragment=true' ) ) );
	$key  = 'lectern_' . md5( $url . determine_locale() );
	$kept = get_transient( $key ) ?: array( 'html' => '', 'problem' => '', 'etag' => '', 'since' => time(), 'due' => 0 );
	if ( time() < $kept['due'] ) {
		return $kept;
	}
	$keep = function ( array $changed ) use ( $key, &$kept ) {
		$kept = array_merge( $kept, $changed );
		set_transient( $key, $kept, max( 1, $kept['since'] + WEEK_IN_SECONDS - time() ) );
	};
	if ( '' !== $kept['html'] ) {
		// Other readers get the list that there is while this one waits.
		$keep( array( 'due' => time() + RETRY ) );
	}
	$response = wp_remote_get( $url, array( 'timeout' => 5, 'limit_response_size' => MB_IN_BYTES, 'headers' => array_filter( array(
		'Accept-Language' => str_replace( '_', '-', determine_locale() ),
		'If-None-Match'   => $kept['etag'],
	) ) ) );
	$status   = wp_remote_retrieve_response_code( $response );
	$header   = function ( string $name ) use ( $response ): string {
		return (string) wp_remote_retrieve_header( $response, $name );
	};
	if ( 200 === $status && 0 === strpos( $header( 'content-type' ), 'text/html' ) ) {
		preg_match_all( '/"([^"]*)"(?:;did-you-mean="([^"]*)")?/', $header( 'lectern-ignored-parameters' ), $unknown, PREG_SET_ORDER );
		$keep( array(
			'html'    => wp_kses( wp_remote_retrieve_body( $response ), array( 'bdi' => array( 'lang' => true ), 'time' => array( 'datetime' => true ) ) + wp_kses_allowed_html( 'post' ) ),
			'problem' => implode( ' ', array_map( __NAMESPACE__ . '\unknown', $unknown ) ),
			'etag'    => $header( 'etag' ),
			'since'   => time(),
			'due'     => time() + FRESH,
		) );
	} elseif ( 304 === $status ) {
		$keep( array( 'since' => time(), 'due' => time() + FRESH ) );
	} elseif ( 0 === strpos( $header( 'content-type' ), 'application/problem+json' ) && in_array( $status, array( 400, 404 ), true ) ) {
		$body = json_decode( wp_remote_retrieve_body( $response ), true );
		$said = array_column( $body['errors'] ?? array(), 'detail', 'parameter' );
		$text = array_map( function ( $name, $detail ) { return "$name: $detail"; }, array_keys( $said ), $said );
		$keep( array( 'html' => '', 'problem' => implode( ' ', $text ) ?: ( $body['detail'] ?? "HTTP $status" ), 'etag' => '', 'due' => time() + RETRY ) );
	} else {
		$keep( array( 'due' => time() + RETRY ) );
	}
	return $kept;
}

add_action( 'init', function () {
	$needed = array( 'wp-blocks', 'wp-block-editor', 'wp-components', 'wp-element', 'wp-i18n', 'wp-server-side-render' );
	wp_register_script( 'lectern-talks', plugins_url( 'block.js', __FILE__ ), $needed, '1.0.0', true );
	wp_register_style( 'lectern-talks', plugins_url( 'style.css', __FILE__ ), array(), '1.0.0' );
	register_block_type( __DIR__, array( 'render_callback' => function ( $attributes ) {
		// Editors add attributes of their own, which are no parameters of a search.
		$own = array_intersect_key( $attributes, array( 'src' => '', 'count' => '', 'layout' => '' ) );
		return '<div ' . get_block_wrapper_attributes() . '>' . render( $own ) . '</div>';
	} ) );
	add_shortcode( 'lectern', __NAMESPACE__ . '\render' );
} );

add_action( 'admin_init', function () {
	register_setting( OPTION, OPTION, array( 'sanitize_callback' => function ( $value ) {
		return rtrim( esc_url_raw( trim( (string) $value ), array( 'http', 'https' ) ), '/' );
	} ) );
} );

add_action( 'admin_menu', function () {
	add_options_page( 'Lectern', 'Lectern', 'manage_options', OPTION, function () {
		echo '<div class="wrap"><h1>Lectern</h1><form method="post" action="options.php"><p><label>' . esc_html__( 'Address of the server', 'lectern-talks' );
		printf( ' <input type="url" class="regular-text" name="%s" value="%s" placeholder="https://talks.example.org"%s>', esc_attr( OPTION ), esc_attr( server() ), disabled( defined( 'LECTERN_TALKS_SERVER' ), true, false ) );
		echo '</label></p>';
		settings_fields( OPTION );
		submit_button();
		echo '</form></div>';
	} );
} );
