/** Limits of waiting for offices in a list. Pure: pages show them, the server applies them. */

/** A list with fewer offices than this offers to wait for more. */
export const WAIT_BELOW = 3
/** How long the link of the confirmation works. What was not confirmed by then is deleted. */
export const WAIT_CONFIRM_HOURS = 24
/** How long an address waits for an office at most. */
export const WAIT_DAYS = 365
/** How long it is remembered that somebody waited, without the address. */
export const WAIT_ENDED_DAYS = 180
/** Lists that one address may wait for at once. */
export const WAITS_PER_ADDRESS = 20
/** Fewer people than this are not shown to offices: they could be recognised. */
export const FEWEST_SHOWN = 5
