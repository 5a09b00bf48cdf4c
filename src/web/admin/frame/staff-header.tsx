import { useEffect, useRef } from 'react'
import { staffSearchPath } from '../../../domain/shared/links.ts'
import { useLoginStatus } from '../../session/use-login-status.ts'
import { AccountMenu } from '../../layout/account-menu.tsx'
import { Logo } from '../../layout/logo.tsx'
import { useViewer } from '../../layout/site.ts'
import styles from './frame.module.css'

/** Logo, the search of everything that staff may find, and the account menu. */
export function StaffHeader({ maySearch }: { maySearch: boolean }) {
	const viewer = useViewer()
	const user = useLoginStatus(viewer)
	return (
		<header className={styles.header}>
			<Logo />
			{maySearch && <SearchForm />}
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
