import { z } from 'zod'
import type { GivenFile } from '../../domain/inquiries/inquiry-files.ts'
import { bytesOf } from '../forms/form-fields.server.ts'

/** The files that a form brings along; an empty file field sends one without a name. */
export const filesField = z
	.unknown()
	.optional()
	.transform((value) => [value].flat().filter((file): file is File => file instanceof File && (file.size > 0 || file.name !== '')))

export const contentsOf = (files: readonly File[]): Promise<GivenFile[]> =>
	Promise.all(files.map(async (file) => ({ name: file.name, content: await bytesOf(file) })))
