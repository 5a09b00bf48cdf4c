import type { Page } from '../../../domain/shared/paging.ts'
import { Pager } from '../../ui/pager.tsx'

export function ImportPager({ label, page, at }: { label: string; page: Page; at: (query: { page: string | null }) => string }) {
	return (
		<Pager
			label={label}
			number={page.number}
			previous={page.previous && at({ page: page.previous.cursor })}
			next={page.next && at({ page: page.next.cursor })}
		/>
	)
}
