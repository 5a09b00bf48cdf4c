/**
 * A listing scope as one number: 0 all offices, 1–99 a task category, 101 and up a task
 * (category × 100 + running number).
 */
export const ALL_OFFICES = 0

export const isTaskScope = (scopeId: number): boolean => scopeId > 100
