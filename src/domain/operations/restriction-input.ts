/** Characters of a reason that is mailed to the person. */
export const restrictionReason = { min: 10, max: 500 } as const

/** The longest limit, in days. What must last longer is a suspension. */
export const MAX_LIMIT_DAYS = 365
