import type { MailWords } from '../../shared/context.ts'
import type { ShapesOf } from '../../shared/tables.ts'

declare module '../../shared/tables.ts' {
	interface JsonShapes extends ShapesOf<{
		'mail_template_versions.words': MailWords
		'mail_template_versions.base': MailWords
	}> {}
}
