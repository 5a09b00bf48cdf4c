import { useEffect, useRef } from 'react'
import { staffSearchPath } from '../../../domain/shared/links.ts'
import { useLoginStatus } from '../../session/use-login-status.ts'
import { AccountMenu } from '../../layout/account-menu.tsx'
import { Logo } from '../../layout/logo.tsx'
import { useSite, useViewer } from '../../layout/site.ts'
import { Link } from '../../ui/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import styles from './frame.module.css'

/** Logo, which site this is, the search of everything that staff may find, what waits for the viewer, and the account menu. */
export function StaffHeader({
	maySearch,
	own,
	colleagues,
}: {
	maySearch: boolean
	own: { count: number; isLate: boolean }
	colleagues: number
}) {
	const { demo } = useSite()
	const viewer = useViewer()
	const user = useLoginStatus(viewer)
	return (
		<header className={styles.header}>
			<Logo />
			<Tag tone={demo ? 'warn' : 'plain'}>{demo ? 'デモ' : '本番'}</Tag>
			{maySearch && <SearchForm />}
			<p className={styles.own}>
				<Link to="/admin" data-late={own.isLate || undefined}>
					{`待ち${own.count.toLocaleString('ja-JP')}件`}
					{own.isLate && <span className="visually-hidden">（目安を過ぎたものがあります）</span>}
				</Link>
				{colleagues > 0 && <span>{`ほか${colleagues}人が作業中`}</span>}
			</p>
			{user && <AccountMenu user={user} portrait={viewer?.portrait ?? null} csrfToken={viewer?.csrfToken ?? ''} />}
		</header>
	)
}

/** ⌘K, or Ctrl+K, from anywhere puts the cursor here. */
function SearchForm() {
	const field = useRef<HTMLInputElement>(null)
	useEffect(() => {
		const focusField = (event: KeyboardEvent) => {
			if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return
			event.preventDefault()
			field.current?.focus()
			field.current?.select()
		}
		document.addEventListener('keydown', focusField)
		return () => document.removeEventListener('keydown', focusField)
	}, [])
	return (
		<form method="get" action={staffSearchPath()} className={styles.search} aria-label="管理画面の検索">
			<input
				ref={field}
				type="search"
				name="q"
				maxLength={80}
				autoComplete="off"
				aria-label="人・事務所・番号を探す"
				aria-keyshortcuts="Meta+K Control+K"
				placeholder="名前・メール・電話・番号"
			/>
			<kbd aria-hidden="true">⌘K</kbd>
			<button type="submit" className="button" data-kind="quiet">
				探す
			</button>
		</form>
	)
}
