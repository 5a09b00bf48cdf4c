import type { MouseEvent } from 'react'
import { savedRepliesPath } from '../../domain/shared/links.ts'
import { controlProps, Field } from '../forms/field.tsx'
import { type FormState, textIn } from '../forms/form-state.ts'
import { Link } from '../ui/link.tsx'
import stack from '../ui/stack.module.css'
import { type FilledReply, insertAtCursor } from './reply-insertion.ts'
import { SlashReplies } from './slash-replies.tsx'

/**
 * The choice of a saved reply inside the form of an answer, before its hidden fields: its button sends another intent than they do.
 * Without a script the server puts the text into the form.
 */
export function ReplyPicker({ replies, formState }: { replies: readonly FilledReply[]; formState: FormState | undefined }) {
	const error = formState?.fields['savedReply']
	const insert = (event: MouseEvent<HTMLButtonElement>) => {
		const fields = event.currentTarget.form?.elements
		const [choice, area] = [fields?.namedItem('savedReply'), fields?.namedItem('body')]
		if (!(choice instanceof HTMLSelectElement) || !(area instanceof HTMLTextAreaElement)) return
		const reply = replies.find(({ id }) => String(id) === choice.value)
		if (!reply) return
		event.preventDefault()
		insertAtCursor(area, reply.text)
	}
	if (replies.length === 0)
		return (
			<p>
				<Link to={savedRepliesPath()}>よく使う返信を定型文にする</Link>
			</p>
		)
	return (
		<Field
			id="savedReply"
			label="定型文"
			hint={<span className="needs-script">本文の空の行で「/」を押しても選べます。</span>}
			error={error}
			optional
		>
			<select
				{...controlProps('savedReply', { hint: true, error })}
				name="savedReply"
				defaultValue={textIn(formState?.values, 'savedReply') ?? ''}
			>
				<option value="">選んでください</option>
				{replies.map(({ id, title }) => (
					<option key={id} value={id}>
						{title}
					</option>
				))}
			</select>
			<p className={stack.line}>
				<button type="submit" name="intent" value="insert" className="button" data-kind="quiet" onClick={insert}>
					本文に入れる
				</button>
				<Link to={savedRepliesPath()}>定型文を編集する</Link>
			</p>
			<SlashReplies replies={replies} />
		</Field>
	)
}
