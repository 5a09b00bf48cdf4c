import { useEffect } from 'react'
import { useAutosave } from '../forms/use-autosave.ts'
import fieldStyles from '../forms/field.module.css'
import type { ArticleOutcome } from './article-outcome.ts'

/**
 * Saves the surrounding form shortly after the last keystroke. It uses the same action as the button that
 * saves; it stops when somebody else has saved a newer text, and the button then shows both.
 */
export function Autosave() {
	const { place, data, isStopped } = useAutosave<ArticleOutcome>('save')
	useEffect(() => {
		const version = place.current?.closest('form')?.elements.namedItem('version')
		if (data?.kind === 'saved' && version instanceof HTMLInputElement) version.value = `${data.version}`
	}, [data, place])
	return (
		<p ref={place} className={fieldStyles.hint} aria-live="polite">
			{isStopped
				? '別の画面で新しい内容が保存されたため、自動保存を止めました。「保存する」を押すと、両方の文章を見比べられます。'
				: data?.kind === 'saved'
					? `${data.at}に自動保存しました。`
					: data && data.kind === undefined
						? '自動保存できませんでした。「保存する」を押して、内容をご確認ください。'
						: ''}
		</p>
	)
}
