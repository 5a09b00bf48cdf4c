import {
	staffBillingPath,
	staffCardsPath,
	staffDunningPath,
	staffInvoicesPath,
	staffJournalPath,
	staffOffersPath,
	staffRefundsPath,
	staffTransfersPath,
} from '../../../domain/shared/links.ts'
import { useSite } from '../../layout/site.ts'
import { FilterTabs } from '../../ui/filter-tabs.tsx'

const tabs = [
	{ to: staffBillingPath(), label: '契約' },
	{ to: staffInvoicesPath(), label: '請求書' },
	{ to: staffTransfersPath(), label: '入金の照合' },
	{ to: staffRefundsPath(), label: '返金' },
	{ to: staffCardsPath(), label: 'カード' },
	{ to: staffDunningPath(), label: '督促のメール' },
	{ to: staffOffersPath(), label: '料金とクーポン' },
	{ to: staffJournalPath(), label: '会計ソフトへの書き出し' },
]

/** The pages of billing, above each of them. */
export function BillingTabs({ current }: { current: string }) {
	const { takesCards } = useSite()
	const shown = tabs.filter(({ to }) => takesCards || to !== staffCardsPath())
	return <FilterTabs label="請求のページ" tabs={shown.map((tab) => ({ ...tab, isCurrent: tab.to === current }))} />
}
