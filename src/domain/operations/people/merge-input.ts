/** Length of the reasons of a merge. */
export const mergeReason = { min: 5, max: 500 } as const
