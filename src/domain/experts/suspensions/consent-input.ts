/** Above so many followers a suspension takes two people. */
export const CONSENT_ABOVE_FOLLOWERS = 100
