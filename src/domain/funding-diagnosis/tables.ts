import type { SentDiagnosis } from './contact-input.ts'
import type { ShapesOf } from '../shared/tables.ts'

declare module '../shared/tables.ts' {
	interface JsonShapes extends ShapesOf<{
		'diagnosis_contacts.diagnosis': SentDiagnosis
	}> {}
}
