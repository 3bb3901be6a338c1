"""Mirrors all ads and clubs of the portal into a local JSON file, told of changes by its messages (webhooks) alone.
Settings (environment): PORTAL_URL, PARTNER_KEY, WEBHOOK_SECRET, PORT, MIRROR_FILE. Listens on this machine only:
put your web server before it. A website should also ask `since` now and then; see mirror.py.
The file holds personal data: keep it out of public folders. Needs a correct clock. Ends in order on SIGTERM."""
import base64, hashlib, hmac, http.server, json, os, queue, signal, threading, time, urllib.error, urllib.request
from datetime import datetime

PORTAL, KEY = os.environ["PORTAL_URL"].rstrip("/") + "/partner/v1/", os.environ["PARTNER_KEY"].strip()
SECRET, FILE = os.environ["WEBHOOK_SECRET"].strip(), os.environ["MIRROR_FILE"]
LISTS = {"ad": "ads", "club": "clubs"}
heard = queue.Queue()  # (list, id) of what has to be fetched; None ends it
copy = {"ads": {}, "clubs": {}}
refused = taken = 0

def is_signed(secret, headers, body):
    key = base64.b64decode(secret.removeprefix("whsec_"))
    stamp = headers.get("webhook-timestamp", "")
    if not (stamp.isascii() and stamp.isdigit()) or abs(time.time() - int(stamp)) > 300:
        return False
    text = f"{headers.get('webhook-id', '')}.{stamp}.".encode() + body
    mine = base64.b64encode(hmac.new(key, text, hashlib.sha256).digest())
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(mine, one.removeprefix("v1,").encode()) for one in given if one.startswith("v1,"))

def ask(path):
    """The answer, or None where it is not shown any more (404)."""
    request = urllib.request.Request(PORTAL + path, headers={"Authorization": "Bearer " + KEY})
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        if error.code == 404:
            return None
        raise

def load():
    for name in copy:
        cursor = ""
        while cursor is not None:
            answer = ask(f"{name}?limit=100" + (f"&cursor={cursor}" if cursor else ""))
            copy[name].update({one["id"]: one for one in answer[name]})
            cursor = answer["next_cursor"]

def drop_over():
    """Takes out what is past its end; says whether there was any."""
    over = [(things, i) for things in copy.values() for i, one in things.items() if one["end_at"] and
            datetime.fromisoformat(one["end_at"].replace("Z", "+00:00")).timestamp() <= time.time()]
    for things, i in over:
        del things[i]
    return bool(over)

def save():
    drop_over()
    with open(FILE + ".part", "w", encoding="utf-8") as f:
        json.dump(copy, f, ensure_ascii=False)
    os.replace(FILE + ".part", FILE)

def work():
    """One thing after the other, so that what was fetched last is what stands. Ends are looked at even while nothing is heard."""
    while True:
        if drop_over():
            save()
        try:
            told = heard.get(timeout=1)
        except queue.Empty:
            continue
        if told is None:
            return
        name, one = told
        try:
            answer = ask(f"{name}/{one}")
        except (OSError, ValueError):
            time.sleep(1)
            heard.put(told)
            continue
        if answer is None:
            copy[name].pop(one, None)
        else:
            copy[name][one] = answer["ad" if name == "ads" else "club"]
        save()

class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        global refused, taken
        body = self.rfile.read(int(self.headers.get("content-length", "0")))
        good = is_signed(SECRET, self.headers, body)
        if good:
            message = json.loads(body)
            name = LISTS.get(message["type"].split(".")[0])
            if name:  # anything else is no part of this copy, and 204 keeps it from being sent again
                heard.put((name, message["data"]["id"]))
            taken += 1
        else:
            refused += 1
        self.send_response(204 if good else 401)
        self.end_headers()

    def log_message(self, *_): pass

server = http.server.ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver)
signal.signal(signal.SIGTERM, lambda *_: threading.Thread(target=server.shutdown).start())
load()
save()
worker = threading.Thread(target=work)
worker.start()
print("ready", flush=True)
server.serve_forever()
heard.put(None)
worker.join()
save()
print(f"{taken} messages taken, {refused} refused, {len(copy['ads'])} ads, {len(copy['clubs'])} clubs", flush=True)
