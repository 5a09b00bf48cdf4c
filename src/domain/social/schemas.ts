import { z } from 'zod'
import { cleanLine } from '../shared/text-input.ts'
import { favouriteKinds, FOLDER_LENGTH, followNotifies, MEMO_LENGTH } from './types.ts'

/** One schema for form, call and document. Messages are shown beside the field. */
const line = (what: string, max: number) =>
	z
		.string()
		.max(4 * max, `${what}は${max}文字以内で入力してください。`)
		.transform(cleanLine)
		.refine((typed) => Array.from(typed).length <= max, `${what}は${max}文字以内で入力してください。`)

export const followSchema = z.object({ notify: z.enum(followNotifies, { error: '通知の方法を選んでください。' }).optional() })

export const favouriteTargetSchema = z.object({ kind: z.enum(favouriteKinds), targetId: z.int().min(1).max(0x7fffffff) })

const folder = line('フォルダー名', FOLDER_LENGTH)
const memo = line('メモ', MEMO_LENGTH)

export const favouriteEditSchema = z.object({ folder: folder.default(''), memo: memo.default('') })
