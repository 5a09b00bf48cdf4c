/**
 * What a list is about, as one number: 0 offices whatever they do, 1–99 a task category, 101 and up a task
 * (category × 100 + running number).
 */
export const ALL_OFFICES = 0

export const isTaskScope = (scopeId: number): boolean => scopeId > 100
