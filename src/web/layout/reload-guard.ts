/** A path is reloaded by the build watcher at most once in this time (spec section 9). */
export const RELOAD_GUARD_MS = 10_000

const key = (path: string) => `reloaded:${path}`

/** The same rule as `reloadOnce` for the inline script that runs before any module has loaded. */
export const reloadGuardScript = `const reloadOnce=()=>{const k=${JSON.stringify(key(''))}+location.pathname;try{if(Date.now()-Number(sessionStorage.getItem(k)||0)<${RELOAD_GUARD_MS})return;sessionStorage.setItem(k,String(Date.now()))}catch{return}location.reload()}`

/** Reloads the page unless it was reloaded for this path, or what else names the reason, less than ten seconds ago. */
export function reloadOnce(path: string = location.pathname, now: number = Date.now()): boolean {
	try {
		if (now - Number(sessionStorage.getItem(key(path)) ?? 0) < RELOAD_GUARD_MS) return false
		sessionStorage.setItem(key(path), String(now))
	} catch {
		// Without storage a loop could not be stopped, so it never reloads.
		return false
	}
	location.reload()
	return true
}
