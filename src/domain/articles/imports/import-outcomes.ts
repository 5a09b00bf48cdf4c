/** What becomes of an article of an export; `known`: imported before. */
export const articleOutcomes = ['new', 'known', 'refused'] as const
export type ArticleOutcome = (typeof articleOutcomes)[number]

/** An import that nobody confirmed is deleted with the next one that is checked after this time. */
export const OPEN_DAYS = 7
