import { useState } from 'react'
import styles from '../admin.module.css'

/**
 * The way to the register that a number is looked up in, which copies the number. Without a script, or where the browser refuses, the
 * number is selected by one press.
 */
export function RegisterLink({ register, number }: { register: { name: string; url: string } | null; number: string }) {
	const [isCopied, setCopied] = useState(false)
	if (!register) return null
	const copy = async () =>
		setCopied(
			await navigator.clipboard.writeText(number).then(
				() => true,
				() => false,
			),
		)
	return (
		<p className={styles.line}>
			<span>名簿</span>
			{register.url === '' ? (
				<span>{register.name}</span>
			) : (
				<a href={register.url} target="_blank" rel="noopener" data-desk-key="r" onClick={() => void copy()}>
					{register.name}
					<span className="visually-hidden">（新しいタブで開き、番号をコピーします）</span>
				</a>
			)}
			<code className={styles.number}>{number}</code>
			<span className={styles.quiet} role="status">
				{isCopied ? '番号をコピーしました。' : ''}
			</span>
		</p>
	)
}
