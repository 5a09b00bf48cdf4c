import { useAutosave } from '../forms/use-autosave.ts'
import fieldStyles from '../forms/field.module.css'
import type { ArticleOutcome } from './article-outcome.ts'

/**
 * Saves the surrounding form shortly after the last keystroke. It uses the same action as the button that
 * saves; it stops when somebody else has saved a newer text, and the button then shows both. Holds the form's field of the
 * version that the text is based on: the page's, and after that what was saved last.
 */
export function Autosave({ version }: { version: string }) {
	const { place, data, isStopped } = useAutosave<ArticleOutcome>('save')
	const saved = data?.kind === 'saved' ? data : null
	return (
		<>
			<input type="hidden" name="version" value={saved ? Math.max(saved.version, Number(version)) : version} />
			<p ref={place} className={fieldStyles.hint} aria-live="polite">
				{isStopped
					? '別の画面で新しい内容が保存されたため、自動保存を止めました。「保存する」を押すと、両方の文章を見比べられます。'
					: saved
						? `${saved.at}に自動保存しました。`
						: data && data.kind === undefined
							? '自動保存できませんでした。「保存する」を押して、内容をご確認ください。'
							: ''}
			</p>
		</>
	)
}
