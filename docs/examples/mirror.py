"""Mirrors all ads (or clubs) of the portal into a local JSON file and keeps it equal.
Settings (environment): PORTAL_URL, PARTNER_KEY, MIRROR_FILE, optional MIRROR_SECONDS, MIRROR_LIST (ads or clubs).
The file holds personal data: keep it out of public folders. Needs a correct clock (end_at).
Exit code 0: ended up to date; 1: the portal could not be reached for the last round."""
import http.client, json, os, signal, sys, time
from datetime import datetime
from urllib.parse import urlencode, urlsplit

LONGEST_PAUSE = 60  # growing pauses after failures: 1, 2, 4 ... 60 seconds
LIST = os.environ.get("MIRROR_LIST", "ads")
GRACE = 75          # when ending: give up after so many seconds without a good answer

class Refused(Exception): pass  # the portal does not take our `since` or `cursor` any more

def moment(text):
    """A club may have no end."""
    return float("inf") if text is None else datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()

def check(answer):
    """Raises unless the answer is complete; the same call is then made again later."""
    answer["next_cursor"], answer["more"], answer["next_since"].encode()
    for ad in answer[LIST]:
        ad["id"], ad.get("deleted") or moment(ad["end_at"])
    return answer

def apply(ads, news):
    """Puts new and changed ads in, takes deleted ones out; says how many really changed."""
    before = dict(ads)
    for ad in news:
        ads.pop(ad["id"], None) if ad.get("deleted") else ads.update({ad["id"]: ad})
    return sum(ads.get(i) != before.get(i) for i in {ad["id"] for ad in news})

class Mirror:
    def __init__(self):
        url = urlsplit(os.environ["PORTAL_URL"].strip())
        kind = {"http": http.client.HTTPConnection, "https": http.client.HTTPSConnection}[url.scheme]
        self.connection = kind(url.netloc, timeout=10)  # stays open; follows no redirect
        self.path = url.path.rstrip("/") + "/partner/v1/" + LIST
        self.key, self.file = os.environ["PARTNER_KEY"].strip(), os.environ["MIRROR_FILE"]
        self.end = time.monotonic() + float(os.environ.get("MIRROR_SECONDS") or "inf")
        self.good = self.reported = self.saved = time.monotonic()
        self.checked, self.changes, self.failures, self.last_failure = 0, 0, 0, ""
        signal.signal(signal.SIGTERM, self.stop)
        self.since, self.ads, self.etag = None, {}, (None, None)  # the ETag of which call
        try:
            with open(self.file, encoding="utf-8") as f:
                state = json.load(f)
            self.since, self.ads = state["since"], state["ads"]
        except (FileNotFoundError, ValueError, LookupError):
            pass  # nothing there yet: everything gets loaded

    def stop(self, *_): self.end = min(self.end, time.monotonic())
    def ending(self): return time.monotonic() >= self.end

    def save(self):
        with open(self.file + ".part", "w", encoding="utf-8") as f:
            json.dump({"since": self.since, "ads": self.ads}, f, ensure_ascii=False)
            f.flush(), os.fsync(f.fileno())
        os.replace(self.file + ".part", self.file)  # atomic: never half a file
        self.saved = time.monotonic()

    def housekeeping(self, final=False):
        """Even while the portal is away: removes what is past its end; reports."""
        now = time.monotonic()
        if final or now - self.checked >= 1:
            kept = {i: ad for i, ad in self.ads.items() if moment(ad["end_at"]) > time.time()}
            over, self.ads, self.checked = len(self.ads) - len(kept), kept, now
            self.changes += over
            if final or over or now - self.saved >= 60:
                self.save()  # an older `since` does no harm: a minute is often enough for it
        if final or now - self.reported >= 60:
            failed = f", {self.failures} failed calls (last: {self.last_failure})" if self.failures else ""
            print(f"{len(self.ads)} {LIST}, {self.changes} changes{failed}", flush=True)
            self.reported, self.changes, self.failures = now, 0, 0

    def pause(self, seconds, wake=True):
        """Waits; SIGTERM or MIRROR_SECONDS cuts it short, unless the portal named the time."""
        until, was_ending = time.monotonic() + seconds, self.ending()
        while time.monotonic() < until and not (wake and self.ending() and not was_ending):
            self.housekeeping()
            if self.ending() and time.monotonic() - max(self.good, self.end) > GRACE:
                self.housekeeping(final=True)
                sys.exit(1)
            time.sleep(min(0.2, max(0, until - time.monotonic())))

    def ask(self, **query):
        """One good answer, however long it takes; None for 304."""
        url, tries = self.path + ("?" + urlencode(query) if query else ""), 0
        while True:
            self.housekeeping()
            headers, named = {"Authorization": "Bearer " + self.key}, 0
            if "since" in query and self.etag[0] == url and self.etag[1]:
                headers["If-None-Match"] = self.etag[1]
            try:
                self.connection.request("GET", url, headers=headers)
                response = self.connection.getresponse()
                status, body = response.status, response.read()
                if status == 200 or (status == 304 and "If-None-Match" in headers):
                    answer = check(json.loads(body)) if status == 200 else None
                    self.good, self.etag = time.monotonic(), (url, response.headers.get("ETag"))
                    return answer
                if status in (400, 404, 410, 422) and query:  # documented is only 422
                    raise Refused
                self.last_failure, wait = str(status), response.headers.get("Retry-After", "")
                named = int(wait) if wait.isdigit() else 0
            except (OSError, http.client.HTTPException, ValueError, LookupError, TypeError, AttributeError) as e:
                self.last_failure = type(e).__name__
            self.connection.close()  # after a failure a fresh one
            self.failures, tries = self.failures + 1, tries + 1
            self.pause(named or min(LONGEST_PAUSE, 2 ** min(tries - 1, 10)), wake=not named)

    def load(self):
        """Everything anew; the old ads stay until the new ones are complete."""
        answer, fresh = self.ask(), {}
        since = answer["next_since"]  # of the first page: covers what changes while we turn pages
        apply(fresh, answer[LIST])
        while answer["next_cursor"]:
            answer = self.ask(cursor=answer["next_cursor"])
            apply(fresh, answer[LIST])
        self.changes += sum(self.ads.get(i) != fresh.get(i) for i in self.ads.keys() | fresh.keys())
        self.since, self.ads = since, fresh
        self.save()

    def catch_up(self):
        """`since` until there is no more."""
        more = True
        while more:
            answer = self.ask(since=self.since) or {LIST: [], "next_since": self.since, "more": False}
            more = answer["more"] and answer["next_since"] != self.since
            changed, self.since = apply(self.ads, answer[LIST]), answer["next_since"]
            self.changes += changed
            if changed:
                self.save()

    def run(self):
        refused, last = 0, False
        while not last:
            last, begun = self.ending(), time.monotonic()
            try:
                if not self.since:
                    self.load()
                self.catch_up()
                refused = 0
                self.pause(0 if last else begun + 1 - time.monotonic())
            except Refused:
                self.since, refused, last = None, refused + 1, False
                self.pause(min(LONGEST_PAUSE, refused * refused - 1))  # the first time at once
        self.housekeeping(final=True)

if __name__ == "__main__":
    Mirror().run()
