/** Names of all queues; made when the queue starts. */
export const SEND_MAIL = 'send-mail'

export const queueNames = [SEND_MAIL] as const
