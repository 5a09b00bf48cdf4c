/** What the figures of an office are made of. Pure, for pages as for the server. */

/** Of how many days requests and inquiries are counted. */
export const CASE_DAYS = 30
/** How many things a client looks for on an office's page (offices/office-completeness.ts). */
export const WISHES = 10
