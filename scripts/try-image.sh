#!/bin/sh
# Starts an image as the first lines of deploy/Containerfile say, and searches once:
# `scripts/try-image.sh IMAGE`. Needs docker or podman.
set -eu
program=$(command -v docker || command -v podman)
container=$("$program" run -d --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \
  -p 127.0.0.1::8080 "$1")
trap '"$program" logs "$container"; "$program" rm -f -v "$container" >/dev/null' EXIT
address=$("$program" port "$container" 8080 | head -n 1)
for _ in $(seq 60); do
  curl -fs "http://$address/readyz" && break
  sleep 1
done
inside() { "$program" exec "$container" node bin/rowhouse.js "$@" --json; }
key=$(inside accounts create --name tried --extra-credits 10 |
  sed -n 's/.*"api_key": *"\([^"]*\)".*/\1/p')
search() { curl -s -o /dev/null -w '%{http_code}' -H "Authorization: Bearer $key" "http://$address/v1/portal_a/listings?zip=78704"; }
for _ in $(seq 60); do
  [ "$(search)" = 200 ] && exit 0
  sleep 1
done
echo 'no search was answered' >&2
exit 1
