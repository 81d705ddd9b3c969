# Installs, starts, upgrades, removes and purges the Debian package in a root directory of its own:
# what it changes lies over this system's files, in memory, and is gone at its end.
#   unshare -m --pid --fork --kill-child sh debian-steps.sh FOLDER OLDER.deb NEWER.deb
# Prints a line for each thing that a test asks: NAME=VALUE.
set -eu
folder=$1 older=$2 newer=$3
unit=/lib/systemd/system/rowhouse.service
settings=/etc/rowhouse/rowhouse.env

mount -t tmpfs rowhouse "$folder"
mkdir "$folder/upper" "$folder/work" "$folder/root"
root=$folder/root
cp "$older" "$folder/older.deb"
cp "$newer" "$folder/newer.deb"
mount -t overlay rowhouse -o "lowerdir=/,upperdir=$folder/upper,workdir=$folder/work" "$root"
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
mkdir -p "$root/tmp/packages"
mount --bind "$folder" "$root/tmp/packages"

inside() { chroot "$root" "$@"; }
say() { echo "$1=$2"; }
package() { inside env DEBIAN_FRONTEND=noninteractive dpkg "$@" >>"$folder/dpkg" 2>&1 || { cat "$folder/dpkg" >&2; exit 1; }; }
line_of() { inside sed -n "s/^$1=//p" "$unit"; }

# What systemd does with the unit: its user, its directory, its settings, its program.
start() {
  : >"$folder/log"
  user=$(line_of User)
  chroot --userspec="$user:$user" "$root" sh -c 'cd "$1" && shift && exec env -i "$@"' sh \
    "$(line_of WorkingDirectory)" PATH=/usr/bin:/bin $(line_of Environment) $(inside grep -v '^#' "$settings") \
    $(line_of ExecStart) >"$folder/log" 2>&1 &
  service=$!
  for _ in $(seq 600); do
    grep -qE 'Try it:|rowhouse keys demo' "$folder/log" && return 0
    sleep 0.1
  done
  cat "$folder/log" >&2
  exit 1
}
stop() {
  kill -TERM "$service"
  wait "$service" || true
}
answer() {
  url=$(sed -n 's/^ *API *//p' "$folder/log")
  key=$(inside cat /var/lib/rowhouse/demo-key)
  curl -s -o "$folder/body" -w '%{http_code}' -H "Authorization: Bearer $key" "$url/portal_a/listings?zip=78704"
}

package -i /tmp/packages/older.deb
say mode_of_data "$(inside stat -c '%U:%G:%a' /var/lib/rowhouse)"
say mode_of_settings "$(inside stat -c '%U:%G:%a' "$settings")"
say enabled "$(inside readlink /etc/systemd/system/multi-user.target.wants/rowhouse.service)"
say installed "$(inside rowhouse --version)"
printf 'PORT=0\nROWHOUSE_ADMIN_PORT=0\nROWHOUSE_SANDBOX_PORT=0\nROWHOUSE_SANDBOX_HOMES=2000\n' >>"$root$settings"
start
say first_answer "$(answer)"
for _ in $(seq 100); do
  [ "$(answer)" = 202 ] || break
  sleep 0.1
done
first_key=$(inside cat /var/lib/rowhouse/demo-key)
stop

package -i /tmp/packages/newer.deb
say mode_after_upgrade "$(inside stat -c '%U:%G:%a' "$settings")"
say settings_after_upgrade "$(inside grep -c '^PORT=0' "$settings")"
say upgraded "$(inside dpkg-query -W -f '${Version}' rowhouse)"
start
say answer_after_upgrade "$(answer)"
say key_after_upgrade "$([ "$(inside cat /var/lib/rowhouse/demo-key)" = "$first_key" ] && echo same || echo another)"
stop

package -r rowhouse
say program_after_remove "$(inside sh -c 'ls /usr/lib/rowhouse /usr/bin/rowhouse 2>/dev/null | wc -l')"
say data_after_remove "$(inside sh -c '[ -d /var/lib/rowhouse/postgres ] && echo there || echo gone')"
package -P rowhouse
say left_after_purge "$(inside sh -c 'ls -d /var/lib/rowhouse /etc/rowhouse /etc/systemd/system/*/rowhouse.service 2>/dev/null | wc -l')"
say user_after_purge "$(inside sh -c 'id rowhouse >/dev/null 2>&1 && echo there || echo gone')"
