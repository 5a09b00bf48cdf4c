/** The demo's staff account. Its password and its authenticator are public. */
export const DEMO_STAFF = { email: 'staff@example.com', totpSecret: 'SHIRUBEDEMOAUTHENTICATORSECRET23' }
