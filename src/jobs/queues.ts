/** Names of all queues; made when the queue starts. */
export const SEND_MAIL = 'send-mail'
export const CLEAN_ACCOUNTS = 'clean-accounts'

export const queueNames = [SEND_MAIL, CLEAN_ACCOUNTS] as const
