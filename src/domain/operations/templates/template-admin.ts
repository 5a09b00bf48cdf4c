import { publishTags } from '../../../platform/page-tags.ts'
import { sendServiceMail } from '../../accounts/account-mails.ts'
import { recordAuditEvent } from '../../accounts/audit.ts'
import {
	type EditedWords,
	faultsOfWords,
	fillWords,
	isText,
	type MailTemplate,
	mergeWords,
	SITE_NAME_VARIABLE,
	wordNames,
} from '../../accounts/mailing/mail-words.ts'
import { type MailText, writeWords } from '../../accounts/mails.ts'
import { type RecentStaffCtx, requireRecentStaff, type StaffCtx } from '../../accounts/staff.ts'
import { type Ctx, inTransaction, type MailWords, type Site } from '../../shared/context.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import { findTemplate, templateGroups } from './template-catalogue.ts'
import type { TemplateState } from './template-states.ts'

/** Dropped when words change: processes read them again. */
export const MAIL_WORDS_TAG = 'mail-words'

const VERSIONS_SHOWN = 30

function stateOf(template: MailTemplate, edited: EditedWords | null): TemplateState {
	if (edited === null) return 'default'
	const { conflicts, isFallback } = mergeWords(template, edited)
	return isFallback ? 'fallback' : conflicts.length > 0 ? 'conflict' : 'edited'
}

/** The newest edit of every template that has one. */
export async function readEditedWords({ db }: Pick<Ctx, 'db'>): Promise<Map<string, EditedWords>> {
	const rows = await db
		.selectFrom('mail_template_versions')
		.distinctOn('key')
		.select(['key', 'words', 'base'])
		.orderBy('key')
		.orderBy('version', 'desc')
		.execute()
	return new Map(rows.flatMap(({ key, words, base }) => (words && base ? [[key, { own: words, base }] as const] : [])))
}

/** The words that a site sends, from its edits: what `Site.mailWords` is. */
export const wordsFrom =
	(edits: ReadonlyMap<string, EditedWords>): NonNullable<Site['mailWords']> =>
	(template) => {
		const edited = edits.get(template.key)
		return edited === undefined ? null : mergeWords(template as MailTemplate, edited).words
	}

/**
 * Templates by group, each with its state: all, or those whose name or words in use contain `sought`. Groups without one are left out.
 */
export async function listTemplates(ctx: StaffCtx, sought = '') {
	const edits = await readEditedWords(ctx)
	const wordsOf = wordsFrom(edits)
	const has = (template: MailTemplate) =>
		[template.label, ...Object.values(wordsOf(template) ?? template.words)].some((text) => text.includes(sought))
	return templateGroups
		.map(({ label, templates }) => ({
			label,
			templates: templates
				.filter((template) => sought === '' || has(template))
				.map((template) => ({
					key: template.key,
					label: template.label,
					state: stateOf(template, edits.get(template.key) ?? null),
				})),
		}))
		.filter(({ templates }) => templates.length > 0)
}

export type TemplateVersion = { version: number; note: string; at: Date; by: string | null; words: MailWords | null }

/** A template as staff edit it. Throws not-found. */
export async function getTemplate(ctx: StaffCtx, key: string) {
	const template = findTemplate(key)
	if (template === null) throw notFound('template')
	const rows = await ctx.db
		.selectFrom('mail_template_versions as v')
		.leftJoin('users as u', 'u.id', 'v.created_by')
		.select(['v.version', 'v.note', 'v.created_at', 'v.words', 'v.base', 'u.last_name', 'u.first_name'])
		.where('v.key', '=', key)
		.orderBy('v.version', 'desc')
		.limit(VERSIONS_SHOWN)
		.execute()
	const [newest] = rows
	const edited = newest?.words && newest.base ? { own: newest.words, base: newest.base } : null
	const merged = edited && mergeWords(template, edited)
	return {
		template,
		state: stateOf(template, edited),
		/** What is sent now. */
		words: merged?.words ?? template.words,
		/** What staff last typed, where it is not what is sent. */
		unused: merged?.isFallback === true ? (edited?.own ?? null) : null,
		conflicts: merged?.conflicts ?? [],
		version: newest?.version ?? 0,
		versions: rows.map((row): TemplateVersion => ({
			version: row.version,
			note: row.note,
			at: row.created_at,
			by: `${row.last_name ?? ''} ${row.first_name ?? ''}`.trim() || null,
			words: row.words,
		})),
	}
}

/** Writes words with the samples of the template, as a preview: a mail, or a sentence of the site. Throws `invalid` beside the part that cannot be sent. */
export function previewOf(ctx: Pick<Ctx, 'site'>, key: string, words: MailWords): MailText | { sentence: string } {
	const template = findTemplate(key)
	if (template === null) throw notFound('template')
	assertSendable(template, words)
	if (isText(template)) return { sentence: fillWords(words.body, { [SITE_NAME_VARIABLE]: ctx.site.name, ...template.samples }) }
	return writeWords(ctx.site, words, template.samples, { url: `${ctx.site.publicUrl}/` })
}

function assertSendable(template: MailTemplate, words: MailWords): void {
	const fields = faultsOfWords(template, words) as Record<string, string>
	if (Object.keys(fields).length > 0) throw new DomainError('invalid', 'words that cannot be sent', { fields })
}

/**
 * Saves words as a new version, which is sent from the next mail on. Throws `invalid` beside the part that is wrong, such as a
 * variable that is missing, and conflict where somebody else has saved since `version`.
 */
export async function saveTemplate(
	ctx: RecentStaffCtx,
	key: string,
	{ words, note, version }: { words: MailWords; note: string; version: number },
): Promise<void> {
	const template = findTemplate(key)
	if (template === null) throw notFound('template')
	assertSendable(template, words)
	const isDefault = wordNames.every((name) => words[name] === template.words[name])
	await addVersion(ctx, key, version, isDefault ? null : { own: words, base: template.words }, note, 'template.save')
}

/** Makes an earlier version, or with null the words of the code, the newest version. Throws not-found, conflict and `invalid` as above. */
export async function restoreTemplate(
	ctx: RecentStaffCtx,
	key: string,
	{ from, version }: { from: number | null; version: number },
): Promise<void> {
	const template = findTemplate(key)
	if (template === null) throw notFound('template')
	if (from === null) return addVersion(ctx, key, version, null, '標準の文に戻しました', 'template.restore')
	const row = await ctx.db
		.selectFrom('mail_template_versions')
		.select(['words', 'base'])
		.where('key', '=', key)
		.where('version', '=', from)
		.executeTakeFirst()
	if (!row) throw notFound('template version')
	if (row.words) assertSendable(template, row.words)
	// From today's words of the code: what they were then has been looked at with the restoring.
	await addVersion(ctx, key, version, row.words && { own: row.words, base: template.words }, `版${from}に戻しました`, 'template.restore')
}

async function addVersion(
	ctx: RecentStaffCtx,
	key: string,
	version: number,
	edited: EditedWords | null,
	note: string,
	action: 'template.save' | 'template.restore',
): Promise<void> {
	const staff = requireRecentStaff(ctx, 'support')
	await inTransaction(staff, async (trx) => {
		const newest = await trx.db
			.selectFrom('mail_template_versions')
			.select((eb) => eb.fn.max('version').as('version'))
			.where('key', '=', key)
			.executeTakeFirst()
		if ((newest?.version ?? 0) !== version) throw overtaken()
		const made = await trx.db
			.insertInto('mail_template_versions')
			.values({
				key,
				version: version + 1,
				words: edited && JSON.stringify(edited.own),
				base: edited && JSON.stringify(edited.base),
				note,
				created_at: trx.now(),
				created_by: trx.viewer.userId,
			})
			.onConflict((known) => known.doNothing())
			.returning('version')
			.executeTakeFirst()
		if (!made) throw overtaken()
		await recordAuditEvent(trx, {
			action,
			subject: `template:${key}`,
			...(note === '' ? {} : { reason: note }),
			detail: { version: version + 1 },
		})
		await publishTags(trx.db, [MAIL_WORDS_TAG])
	})
}

const overtaken = () =>
	new DomainError('conflict', 'saved by somebody else', {
		fields: { form: 'ほかの担当者がこの文を変えました。いまの文を確かめてから、もう一度保存してください。' },
	})

/** Mails words with the samples to the viewer's own proved address. Throws `invalid` for words that cannot be sent. */
export async function sendTestMail(ctx: StaffCtx, key: string, words: MailWords): Promise<void> {
	const preview = previewOf(ctx, key, words)
	if ('sentence' in preview) throw new DomainError('invalid', 'no mail', { fields: { form: 'この文はメールではないため、送れません。' } })
	await inTransaction(ctx, async (trx) => {
		await sendServiceMail(trx, ctx.viewer.userId, { ...preview, subject: `（試し）${preview.subject}` })
		await recordAuditEvent(trx, { action: 'template.test', subject: `template:${key}` })
	})
}
