import {
	staffBillingPath,
	staffDunningPath,
	staffInvoicesPath,
	staffJournalPath,
	staffOffersPath,
	staffRefundsPath,
	staffTransfersPath,
} from '../../../domain/shared/links.ts'
import { FilterTabs } from '../../ui/filter-tabs.tsx'

const tabs = [
	{ to: staffBillingPath(), label: '契約' },
	{ to: staffInvoicesPath(), label: '請求書' },
	{ to: staffTransfersPath(), label: '入金の照合' },
	{ to: staffRefundsPath(), label: '返金' },
	{ to: staffDunningPath(), label: '督促のメール' },
	{ to: staffOffersPath(), label: '料金とクーポン' },
	{ to: staffJournalPath(), label: '会計ソフトへの書き出し' },
]

/** The pages of billing, above each of them. */
export function BillingTabs({ current }: { current: string }) {
	return <FilterTabs label="請求のページ" tabs={tabs.map((tab) => ({ ...tab, isCurrent: tab.to === current }))} />
}
