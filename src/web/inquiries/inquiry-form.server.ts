import type { GivenFile } from '../../domain/inquiries/inquiry-files.ts'

/** The files that a form brings along; an empty file field sends one without a name. */
export async function filesFrom(form: FormData): Promise<GivenFile[]> {
	const files = form.getAll('files').filter((value) => value instanceof File && (value.size > 0 || value.name !== ''))
	return Promise.all(
		files.map(async (file) =>
			file instanceof File
				? { name: file.name, content: new Uint8Array(await file.arrayBuffer()) }
				: { name: '', content: new Uint8Array() },
		),
	)
}
