import { defineText, type MailTemplate, type TextSite, writeText } from '../../accounts/mailing/mail-words.ts'
import { type DeskQueue, deskQueues, type ReasonTemplate, reasonFacts, reasonTemplates } from '../desk-input.ts'

const keyOf = (queue: DeskQueue, id: string): string => `reason.${queue}.${id}`

const templateOf = (queue: DeskQueue, { id, title, body }: ReasonTemplate): MailTemplate =>
	defineText({ key: keyOf(queue, id), label: `${title}（文例）`, samples: reasonFacts[queue], text: body })

/** The reasons that a desk offers, as staff edit them: the variables of each are the facts that its queue knows of an item. */
export const reasonWords: Readonly<Record<DeskQueue, readonly MailTemplate[]>> = Object.fromEntries(
	deskQueues.map((queue) => [queue, reasonTemplates[queue].map((template) => templateOf(queue, template))]),
) as Record<DeskQueue, MailTemplate[]>

/** The reasons that a desk offers on a site; the names of facts stay in braces, for the facts of each item. */
export const reasonsOn = (site: TextSite, queue: DeskQueue): ReasonTemplate[] =>
	reasonTemplates[queue].map((template) => ({ ...template, body: writeText(site, templateOf(queue, template), {}) }))
