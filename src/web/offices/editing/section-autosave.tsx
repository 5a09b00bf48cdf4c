import { useEffect } from 'react'
import { useAutosave } from '../../forms/use-autosave.ts'
import fieldStyles from '../../forms/field.module.css'
import type { SectionOutcome } from './section-view.ts'

/** Saves the surrounding form as a draft shortly after the last keystroke. Stops when somebody else has saved a newer one. */
export function SectionAutosave({ onSaved }: { onSaved: () => void }) {
	const { place, data, isStopped, isPending } = useAutosave<SectionOutcome>('autosave')
	useEffect(() => {
		const edition = place.current?.closest('form')?.elements.namedItem('edition')
		if (data?.kind === 'saved' && edition instanceof HTMLInputElement) edition.value = data.edition
		if (data?.kind === 'saved') onSaved()
	}, [data, place, onSaved])
	return (
		<div>
			<p ref={place} className={fieldStyles.hint} aria-live="polite">
				{isStopped
					? '別の画面で新しい内容が保存されたため、自動保存を止めました。「下書きを保存する」を押すと、両方を見比べられます。'
					: data?.kind === 'saved' && !isPending
						? `${data.at}に下書きを自動保存しました。${data.faults > 0 ? '公開の前に直すところがあります。' : '公開ページはまだ変わっていません。'}`
						: ''}
			</p>
			{/* Not announced: it would interrupt typing. */}
			{isPending && !isStopped && (
				<p className={fieldStyles.hint} aria-hidden="true">
					下書きに自動保存します。公開ページはまだ変わりません。
				</p>
			)}
		</div>
	)
}
