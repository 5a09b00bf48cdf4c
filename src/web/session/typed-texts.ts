/** Before the names of texts that this browser keeps while they are being written. */
export const TYPED_PREFIX = 'typed:'

/** Hides unfinished texts from the next user of this browser. */
export function forgetAllTyped(): void {
	for (const key of Object.keys(localStorage)) if (key.startsWith(TYPED_PREFIX)) localStorage.removeItem(key)
}
