# Varnish in front of Lectern, for /etc/varnish/lectern.vcl. Varnish 6.2 or newer; tested with 7.1.
#
# Change the two addresses under “Your machines”; add a machine by a third backend, named in vcl_init too.
# With one machine, delete the second backend and its line in vcl_init.
#
# How long an answer is kept is Lectern's word (its Cache-Control), not this file's: a minute as it is, ten more
# minutes while a fresh one is fetched behind the reader's back, and a day while no Lectern answers.

vcl 4.1;

import directors;
import std;

# --- Your machines -------------------------------------------------------------------------------------------------

# /healthz, not /readyz: a Lectern that has lost its database still answers what it has in memory. Were it taken out,
# that would be lost too, on all machines at the same moment. What it cannot answer is a 503, and asked of another.
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
    # Each question has its own machine and others to fall back on: a question is rendered once, not once a machine,
    # and a reader who asks it again does not meet a machine that is a moment behind.
    new lecterns = directors.shard();
    lecterns.add_backend(lectern_1);
    lecterns.add_backend(lectern_2);
    lecterns.reconfigure();
}

# --- What is asked -------------------------------------------------------------------------------------------------

sub vcl_recv {
    if (req.restarts == 0) {
        # Ours, set below; never the client's.
        unset req.http.X-Failed;
    }
    set req.backend_hint = lecterns.backend();

    # No response depends on these. A forged Host or a cookie must not create a separate cache entry.
    set req.http.Host = "lectern";
    unset req.http.Cookie;
    unset req.http.Authorization;

    # Lectern says what else there is: OPTIONS, what assistants post at /mcp (--mcp), and 405 for the rest.
    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    # How things are now. Answered by one of the machines: ask each machine itself to know about it.
    if (req.url ~ "^/(healthz|readyz)/?(\?|$)") {
        return (pass);
    }

    call lectern_query;
    call lectern_accept;
    call lectern_language;

    # How stale an answer may be. While Lectern lives: as stale-while-revalidate says. When none of the machines does,
    # or the first attempt failed (vcl_synth): as long as the copy is kept, which is what stale-if-error says.
    if (req.http.X-Failed || !std.healthy(req.backend_hint)) {
        set req.grace = 86400s;
    } else {
        set req.grace = 600s;
    }
    return (hash);
}

# Widgets put “_=1700000000000” behind a question so that nothing is kept, and newsletters utm_source behind a link.
# Lectern ignores parameters that it does not know, so these go: the answer is the same but for its self, next and
# prev links, which do not repeat them. Other unknown parameters stay: a newer Lectern may know them.
sub lectern_query {
    if (req.url ~ "\?") {
        set req.url = regsub(req.url, "^([^?]*)\?", "\1?&");
        set req.url = regsuball(req.url,
            "&(_|utm_[A-Za-z_]+|fbclid|gclid|dclid|gbraid|wbraid|msclkid|mc_cid|mc_eid)(=[^&]*)?(?=&|$)", "");
        set req.url = regsub(regsub(req.url, "\?&+", "?"), "[?&]+$", "");
        # ?to=plus7&from=today and ?from=today&to=plus7 are one question.
        set req.url = std.querysort(req.url);
    }
}

# There are hundreds of Accept headers and four representations. A header becomes the one name that it comes to where
# that is certain; any other goes to Lectern as it is and has a copy of its own (Vary).
sub lectern_accept {
    if (req.url !~ "^/api" && req.http.Accept ~ "text/html") {
        # A page has one form. Only what stands in its place when there is none depends on this.
        set req.http.Accept = "text/html,application/xml;q=0.9,*/*;q=0.8";
    } else if (req.url ~ "[?&]format=json(&|$)") {
        set req.http.Accept = "application/json";
    } else if (req.url ~ "[?&]format=xml(&|$)") {
        set req.http.Accept = "application/xml";
    } else if (!req.http.Accept || req.http.Accept ~ "^\s*$") {
        set req.http.Accept = "application/json";
    } else if (req.http.Accept ~ "(?i)^\s*application/json\s*(,|$)") {
        # Named first, by name and without a quality: nothing that follows is liked better.
        set req.http.Accept = "application/json";
    } else if (req.http.Accept ~ "(?i)^\s*application/hal\+json\s*(,|$)") {
        set req.http.Accept = "application/hal+json";
    } else if (req.http.Accept ~ "(?i)^\s*application/xml\s*(,|$)") {
        set req.http.Accept = "application/xml";
    } else if (req.http.Accept ~ "(?i)^\s*text/xml\s*(,|$)") {
        set req.http.Accept = "text/xml";
    } else if (req.http.Accept ~ "^text/html,application/xhtml\+xml,application/xml;q=0\.9,(image/[a-z0-9+.-]+,)*\*/\*;q=0\.8(,application/signed-exchange;v=b3(;q=0\.[0-7])?)?$") {
        # A browser's address bar: it takes XML rather than “anything”.
        set req.http.Accept = "application/xml";
    } else if (req.http.Accept ~ "(?i)(^|,)\s*\*/\*\s*(;\s*q=(1|0\.0*[1-9])[0-9.]*\s*)?(,|$)"
            && req.http.Accept !~ "(?i)json|xml|(application|text)/\*|(^|,)\s*\*\s*(,|;|$)|\*/\*.*\*/\*") {
        # Anything, and nothing that we have by name: JSON comes first.
        set req.http.Accept = "application/json";
    }
}

# Pages are in four languages; nothing under /api is in any. A header that begins with one of them, without a quality,
# comes to that; lists that do not are Lectern's to weigh. An address that says the language has it in its name.
sub lectern_language {
    if (req.url ~ "^/api" || req.url ~ "[?&]lang=(en|de|fr|es)(&|$)") {
        unset req.http.Accept-Language;
    } else if (!req.http.Accept-Language || req.http.Accept-Language ~ "(?i)^\s*(en(-[a-z0-9]+)*\s*(,|$)|$)") {
        set req.http.Accept-Language = "en";
    } else if (req.http.Accept-Language ~ "(?i)^\s*(de|fr|es)(-[a-z0-9]+)*\s*(,|$)") {
        set req.http.Accept-Language = std.tolower(regsub(req.http.Accept-Language, "^\s*(..).*$", "\1"));
    }
}

# One copy of each, in gzip, is Varnish's own way: unpacked for the few who take none, under a weak ETag. Lectern would
# send br to browsers; that saves 3 % of a list of twenty talks, and would keep each answer two or three times, of which
# the rarer copies are seldom there when they are asked for (docs/how-to/run-behind-a-cache.md has figures).
sub vcl_hash {
    # Not the Host, as Varnish would by itself.
    hash_data(req.url);
    return (lookup);
}

# The second attempt (vcl_synth) is for a stale copy, and there is none.
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

# --- What Lectern answers ------------------------------------------------------------------------------------------

sub vcl_backend_fetch {
    # A second attempt is made at another machine.
    set bereq.backend = lecterns.backend(by=HASH, alt=bereq.retries);
}

sub vcl_backend_response {
    if (beresp.status >= 500 && !bereq.uncacheable) {
        if (bereq.retries < 1) {
            return (retry);
        }
        # Nothing takes the place of what is kept, not even for a moment: vcl_synth looks for it.
        return (abandon);
    }
    # A 429 (--rate-limit) is for one reader: it is not cached, and takes the place of nothing that is. Varnish sends the
    # reader's address in X-Forwarded-For; Lectern trusts a proxy on its own machine, and others if --trusted-proxies
    # lists them.
    if (beresp.status == 429) {
        if (bereq.is_bgfetch) {
            return (abandon);
        }
        set beresp.ttl = 0s;
        set beresp.grace = 0s;
        set beresp.uncacheable = true;
        return (deliver);
    }
    # Other errors say no-store: a talk that is withdrawn, 404. Varnish does not keep them (its built-in VCL, which
    # follows), and what it has kept of the talk is gone.
    if (beresp.http.Cache-Control ~ "stale-if-error=[0-9]+") {
        set beresp.grace = std.duration(regsub(beresp.http.Cache-Control, "^.*stale-if-error=([0-9]+).*$", "\1s"), 600s);
    }
    # A Lectern without its database tells by Age how old its answer is. The answer is then too old for max-age from the
    # start; it is kept for some seconds, or every reader would wait for the same answer.
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

# --- What the reader gets ------------------------------------------------------------------------------------------

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
    # Lectern failed. Once more, for a copy of any age that is still kept (vcl_recv).
    if (resp.status == 503 && req.restarts == 0 && (req.method == "GET" || req.method == "HEAD")) {
        set req.http.X-Failed = "yes";
        return (restart);
    }
    set resp.http.Content-Type = "application/problem+json";
    set resp.http.Cache-Control = "no-store";
    set resp.http.Retry-After = "5";
    set resp.http.Access-Control-Allow-Origin = "*";
    set resp.body = {"{"type":"about:blank","title":"The service cannot answer just now","status":"} + resp.status + {"}"};
    return (deliver);
}
