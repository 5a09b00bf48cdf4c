import { importTemplate } from '../src/domain/experts/imports/import-file.ts'
import { absentAt, form, type FormRows, staff } from './permission-forms-rows.ts'

/** An export of WordPress with one post. */
const wordPressFile = () =>
	new File(
		[
			`<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
<link>https://blog.example</link><wp:wxr_version>1.2</wp:wxr_version><item><title>開業届の期限</title><wp:post_id>1</wp:post_id>
<wp:post_type>post</wp:post_type><wp:status>publish</wp:status><content:encoded>開業から1か月以内に出します。</content:encoded></item></channel></rss>`,
		],
		'blog.xml',
		{ type: 'text/xml' },
	)
/** The template of an import as it is. */
const importFile = () => new File([importTemplate()], 'offices.csv', { type: 'text/csv' })

export const importFormRows: FormRows = {
	'/admin/import': [
		form('a file', '/admin/import', () => ({ intent: 'check', source: '各事務所のWebサイト', file: importFile() }), staff('admin')),
		form('no file', '/admin/import', { intent: 'check', source: '各事務所のWebサイト' }, staff('admin', 422)),
		form('no source', '/admin/import', () => ({ intent: 'check', source: '', file: importFile() }), staff('admin', 422)),
	],
	'/admin/import/:id': [
		// The import of the world has no rows.
		form('send nothing', (world) => `/admin/import/${world.importId}`, { intent: 'confirm' }, staff('admin', 409)),
		form('a second mail too early', (world) => `/admin/import/${world.importId}`, { intent: 'resend' }, staff('admin', 409)),
		form('discard', (world) => `/admin/import/${world.importId}`, { intent: 'discard' }, staff('admin')),
		absentAt((id) => `/admin/import/${id}`, { intent: 'confirm' }, staff('admin', 404)),
	],
	'/admin/articles/import': [
		form('a file', '/admin/articles/import', () => ({ intent: 'check', author: '', file: wordPressFile() }), staff('editor')),
		form('no file', '/admin/articles/import', { intent: 'check', author: '' }, staff('editor', 422)),
		form(
			'an expert who is none',
			'/admin/articles/import',
			() => ({ intent: 'check', author: 'nobody@example.com', file: wordPressFile() }),
			staff('editor', 422),
		),
	],
	'/admin/articles/import/:id': [
		// The import of the world has no articles.
		form('make nothing', (world) => `/admin/articles/import/${world.articleImportId}`, { intent: 'confirm' }, staff('editor', 409)),
		form('discard', (world) => `/admin/articles/import/${world.articleImportId}`, { intent: 'discard' }, staff('editor')),
		absentAt((id) => `/admin/articles/import/${id}`, { intent: 'confirm' }, staff('editor', 404)),
	],
}
