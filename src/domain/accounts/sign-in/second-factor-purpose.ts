/** What the secrets of authenticator apps are encrypted for. */
export const SECOND_FACTOR_PURPOSE = 'second-factor'
