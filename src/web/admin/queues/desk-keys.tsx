import { useEffect, useRef } from 'react'
import { useEnhanced } from '../../ui/use-enhanced.ts'
import styles from './desk.module.css'

const keys = [
	['j', '次の件'],
	['k', '前の件'],
	['1〜6', '理由の文例を選ぶ・外す'],
	['a', '1つめの判断（確認済みにする／公開を続ける）'],
	['f', '2つめの判断（修正を依頼する／別の方法で対応した）'],
	['x', '3つめの判断（登録を見送る／非公開にする）'],
	['s', 'あとに回す'],
	['u', '直前の判断を取り消す'],
	['?', 'この一覧'],
] as const

const isTyping = (target: EventTarget | null) =>
	target instanceof HTMLElement &&
	(target.isContentEditable ||
		/^(?:TEXTAREA|SELECT)$/.test(target.tagName) ||
		(target instanceof HTMLInputElement && target.type !== 'checkbox'))

/** Keys of a desk press the link, button or box that names them (`data-desk-key`), so that they do what a click does. */
export function DeskKeys() {
	const help = useRef<HTMLDialogElement>(null)
	const isEnhanced = useEnhanced()
	useEffect(() => {
		const press = (event: KeyboardEvent) => {
			if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target) || help.current?.open) return
			if (event.key === '?') {
				event.preventDefault()
				help.current?.showModal()
				return
			}
			const target = /^[a-z\d]$/.test(event.key) ? document.querySelector<HTMLElement>(`[data-desk-key="${event.key}"]`) : null
			if (!target) return
			event.preventDefault()
			target.click()
		}
		document.addEventListener('keydown', press)
		return () => document.removeEventListener('keydown', press)
	}, [])
	if (!isEnhanced) return null
	return (
		<>
			<button type="button" className="button" data-kind="quiet" onClick={() => help.current?.showModal()}>
				キー操作（?）
			</button>
			<dialog ref={help} className={styles.help} aria-labelledby="desk-keys">
				<h2 id="desk-keys">キー操作</h2>
				<dl>
					{keys.map(([key, what]) => (
						<div key={key}>
							<dt>
								<kbd>{key}</kbd>
							</dt>
							<dd>{what}</dd>
						</div>
					))}
				</dl>
				<form method="dialog">
					<button type="submit" className="button">
						閉じる
					</button>
				</form>
			</dialog>
		</>
	)
}
