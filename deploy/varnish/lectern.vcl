# Varnish in front of Lectern, for /etc/varnish/lectern.vcl. Varnish 6.2 or newer; tested with 7.1.
#
# Change the two addresses under “Your machines”. To add a machine, add a backend, here and in vcl_init.
# With one machine, delete the second backend and its line in vcl_init.
#
# Lectern's Cache-Control says how long responses are cached: fresh for a minute, stale for ten more minutes while a
# fresh one is fetched in the background, and for a day while no Lectern responds.

vcl 4.1;

import directors;
import std;

# --- Your machines -------------------------------------------------------------------------------------------------

# /healthz is enough: without its database, a Lectern answers from its copy of the catalogue, and a request that it
# cannot answer, for example while it loads, is a 503, and is retried on another machine.
probe alive {
    .url = "/healthz";
    .interval = 1s;
    .timeout = 1s;
    .window = 3;
    .threshold = 2;
}

backend lectern_1 {
    .host = "127.0.0.1";
    .port = "8080";
    .probe = alive;
    # A machine that is switched off costs a reader a second, not a minute.
    .connect_timeout = 1s;
    # Lectern waits three seconds for its database and then responds with 503.
    .first_byte_timeout = 5s;
    .between_bytes_timeout = 5s;
}

backend lectern_2 {
    .host = "127.0.0.1";
    .port = "8081";
    .probe = alive;
    .connect_timeout = 1s;
    .first_byte_timeout = 5s;
    .between_bytes_timeout = 5s;
}

sub vcl_init {
    # Each address has its own machine, and the others as fallbacks: so it is rendered once, not once per machine, and a
    # reader who requests it again does not get a machine that is slightly behind.
    new lecterns = directors.shard();
    lecterns.add_backend(lectern_1);
    lecterns.add_backend(lectern_2);
    lecterns.reconfigure();
}

# --- The request ---------------------------------------------------------------------------------------------------

sub vcl_recv {
    if (req.restarts == 0) {
        # Set below; never taken from the client.
        unset req.http.X-Failed;
    }
    set req.backend_hint = lecterns.backend();

    # No response depends on these. A forged Host or a cookie must not create a separate cache entry.
    set req.http.Host = "lectern";
    unset req.http.Cookie;
    unset req.http.Authorization;

    # Lectern handles other methods: OPTIONS, POST at /mcp (--mcp), and 405 for the rest.
    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    # Health checks are not cached. One of the machines answers: to check each, ask it directly.
    if (req.url ~ "^/(healthz|readyz)/?(\?|$)") {
        return (pass);
    }

    call lectern_query;
    call lectern_accept;
    call lectern_language;

    # How stale a response may be: while Lectern is healthy, as stale-while-revalidate says; if no machine is, or the
    # first attempt failed (vcl_synth), as long as it is cached, which is what stale-if-error says.
    if (req.http.X-Failed || !std.healthy(req.backend_hint)) {
        set req.grace = 86400s;
    } else {
        set req.grace = 600s;
    }
    return (hash);
}

# Widgets append “_=1700000000000” to prevent caching, and newsletters utm_source. Lectern ignores these parameters, so
# they are removed: the response is the same, except that its self, next and prev links do not repeat them. Other
# unknown parameters stay, because a newer Lectern may know them.
sub lectern_query {
    if (req.url ~ "\?") {
        set req.url = regsub(req.url, "^([^?]*)\?", "\1?&");
        set req.url = regsuball(req.url,
            "&(_|utm_[A-Za-z_]+|fbclid|gclid|dclid|gbraid|wbraid|msclkid|mc_cid|mc_eid)(=[^&]*)?(?=&|$)", "");
        set req.url = regsub(regsub(req.url, "\?&+", "?"), "[?&]+$", "");
        # ?to=plus7&from=today and ?from=today&to=plus7 are the same.
        set req.url = std.querysort(req.url);
    }
}

# There are hundreds of Accept headers, and four representations. Unambiguous headers are replaced by a single media
# type; others are passed on unchanged, and have their own cache entries (Vary).
sub lectern_accept {
    if (req.url !~ "^/api" && req.http.Accept ~ "text/html") {
        # Pages are always HTML. Only error responses depend on Accept.
        set req.http.Accept = "text/html,application/xml;q=0.9,*/*;q=0.8";
    } else if (req.url ~ "[?&]format=json(&|$)") {
        set req.http.Accept = "application/json";
    } else if (req.url ~ "[?&]format=xml(&|$)") {
        set req.http.Accept = "application/xml";
    } else if (!req.http.Accept || req.http.Accept ~ "^\s*$") {
        set req.http.Accept = "application/json";
    } else if (req.http.Accept ~ "(?i)^\s*application/json\s*(,|$)") {
        # Listed first, without a quality: no later type is preferred.
        set req.http.Accept = "application/json";
    } else if (req.http.Accept ~ "(?i)^\s*application/hal\+json\s*(,|$)") {
        set req.http.Accept = "application/hal+json";
    } else if (req.http.Accept ~ "(?i)^\s*application/xml\s*(,|$)") {
        set req.http.Accept = "application/xml";
    } else if (req.http.Accept ~ "(?i)^\s*text/xml\s*(,|$)") {
        set req.http.Accept = "text/xml";
    } else if (req.http.Accept ~ "^text/html,application/xhtml\+xml,application/xml;q=0\.9,(image/[a-z0-9+.-]+,)*\*/\*;q=0\.8(,application/signed-exchange;v=b3(;q=0\.[0-7])?)?$") {
        # A browser's address bar, which prefers XML to */*.
        set req.http.Accept = "application/xml";
    } else if (req.http.Accept ~ "(?i)(^|,)\s*\*/\*\s*(;\s*q=(1|0\.0*[1-9])[0-9.]*\s*)?(,|$)"
            && req.http.Accept !~ "(?i)json|xml|(application|text)/\*|(^|,)\s*\*\s*(,|;|$)|\*/\*.*\*/\*") {
        # */*, and none of our types: JSON is the default.
        set req.http.Accept = "application/json";
    }
}

# Pages are in four languages; the API has none. A header that begins with one of the four, without a quality, is
# reduced to it; Lectern negotiates the others. With ?lang=, the address already has the language.
sub lectern_language {
    if (req.url ~ "^/api" || req.url ~ "[?&]lang=(en|de|fr|es)(&|$)") {
        unset req.http.Accept-Language;
    } else if (!req.http.Accept-Language || req.http.Accept-Language ~ "(?i)^\s*(en(-[a-z0-9]+)*\s*(,|$)|$)") {
        set req.http.Accept-Language = "en";
    } else if (req.http.Accept-Language ~ "(?i)^\s*(de|fr|es)(-[a-z0-9]+)*\s*(,|$)") {
        set req.http.Accept-Language = std.tolower(regsub(req.http.Accept-Language, "^\s*(..).*$", "\1"));
    }
}

# Varnish caches one copy, in gzip, and decompresses it for the few clients without gzip, with a weak ETag. Lectern's br
# would save 3 % of a list of twenty talks, but need two or three entries for each response, the rarer of which are seldom
# hits (docs/how-to/run-behind-a-cache.md has figures).
sub vcl_hash {
    # Without the Host, which Varnish adds by default.
    hash_data(req.url);
    return (lookup);
}

# The second attempt (vcl_synth) looks for a stale copy, but there is none.
sub vcl_miss {
    if (req.http.X-Failed) {
        return (synth(503));
    }
}

sub vcl_pass {
    if (req.http.X-Failed) {
        return (synth(503));
    }
}

# --- Lectern's response --------------------------------------------------------------------------------------------

sub vcl_backend_fetch {
    # Retry on another machine.
    set bereq.backend = lecterns.backend(by=HASH, alt=bereq.retries);
}

sub vcl_backend_response {
    if (beresp.status >= 500 && !bereq.uncacheable) {
        if (bereq.retries < 1) {
            return (retry);
        }
        # Do not replace the cached response, not even for a moment: vcl_synth looks for it.
        return (abandon);
    }
    # A 429 (--rate-limit) is for one reader: it is not cached, and replaces nothing. Varnish sends the reader's address in
    # X-Forwarded-For; Lectern trusts a proxy on its own machine, and others if --trusted-proxies lists them.
    if (beresp.status == 429) {
        if (bereq.is_bgfetch) {
            return (abandon);
        }
        set beresp.ttl = 0s;
        set beresp.grace = 0s;
        set beresp.uncacheable = true;
        return (deliver);
    }
    # Other errors have no-store, such as the 404 of a removed talk. Varnish does not cache them (its built-in VCL, which
    # follows), and drops its copy of the talk.
    if (beresp.http.Cache-Control ~ "stale-if-error=[0-9]+") {
        set beresp.grace = std.duration(regsub(beresp.http.Cache-Control, "^.*stale-if-error=([0-9]+).*$", "\1s"), 600s);
    }
    # A Lectern without its database sends an Age that may exceed max-age. Cache such a response for some seconds, or
    # every reader would wait for the same one.
    if (beresp.http.Age && beresp.ttl < 5s) {
        set beresp.ttl = 5s;
    }
}

sub vcl_backend_error {
    if (bereq.uncacheable) {
        # /readyz, OPTIONS and the like: Varnish itself reports that the backend does not respond.
        set beresp.http.Cache-Control = "no-store";
        set beresp.http.Retry-After = "5";
        return (deliver);
    }
    if (bereq.retries < 1) {
        return (retry);
    }
    return (abandon);
}

# --- The response to the reader ------------------------------------------------------------------------------------

sub vcl_deliver {
    unset resp.http.X-Varnish;
    unset resp.http.Via;
    # RFC 9211: shown by curl -i and by a browser's developer tools.
    if (obj.hits > 0) {
        set resp.http.Cache-Status = "varnish; hit";
    } else {
        set resp.http.Cache-Status = "varnish; fwd=miss";
    }
}

sub vcl_synth {
    # Lectern failed. Try once more for a cached copy of any age (vcl_recv).
    if (resp.status == 503 && req.restarts == 0 && (req.method == "GET" || req.method == "HEAD")) {
        set req.http.X-Failed = "yes";
        return (restart);
    }
    set resp.http.Content-Type = "application/problem+json";
    set resp.http.Cache-Control = "no-store";
    set resp.http.Retry-After = "5";
    set resp.http.Access-Control-Allow-Origin = "*";
    set resp.body = {"{"type":"about:blank","title":"The service is temporarily unavailable","status":"} + resp.status + {"}"};
    return (deliver);
}
