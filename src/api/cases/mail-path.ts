/** Where the operator's mail server hands in mails. */
export const MAIL_WEBHOOK = '/webhooks/replies'
