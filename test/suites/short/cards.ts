/** A suite of its own, because loading the libraries that draw pictures takes a top-level await. */
import '../../server/cards/typeface.test.ts';
