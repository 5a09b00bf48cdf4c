import * as links from '../src/domain/shared/links.ts'

/** Samples of the addresses of plans, billing and the diagnosis, for test/conventions.test.ts. */
export const linkSamples = {
	plansPath: [links.plansPath()],
	planConfirmPath: [links.planConfirmPath({ plan: 'pro', interval: 'year' })],
	planCompletePath: [links.planCompletePath()],
	managePlanPath: [links.managePlanPath({ done: 'kept' })],
	planCancelPath: [links.planCancelPath()],
	invoicesPath: [links.invoicesPath('a2-1')],
	invoicePath: [links.invoicePath(1)],
	invoiceFilePath: [links.invoiceFilePath(1)],
	staffBillingPath: [links.staffBillingPath({ state: 'active', page: 'a2-1' })],
	staffInvoicesPath: [links.staffInvoicesPath({ state: 'all', customer: '三鷹' })],
	staffInvoicePath: [links.staffInvoicePath(1, { done: 'billing-payment' })],
	staffTransfersPath: [links.staffTransfersPath({ page: 'a2-1' })],
	staffRefundsPath: [links.staffRefundsPath({ state: 'paid' })],
	staffDunningPath: [links.staffDunningPath()],
	staffOffersPath: [links.staffOffersPath()],
	staffJournalPath: [links.staffJournalPath()],
	journalFilePath: [links.journalFilePath({ format: 'freee' })],
	diagnosisContactPath: [links.diagnosisContactPath('?business=sole')],
	diagnosisContactSentPath: [links.diagnosisContactSentPath('?business=sole')],
	diagnosisConfirmPath: [links.diagnosisConfirmPath('x')],
	diagnosisRequestPath: [links.diagnosisRequestPath('x'), links.diagnosisRequestPath('x', { withdrawn: true })],
	myDiagnosesPath: [links.myDiagnosesPath(), links.myDiagnosesPath({ page: 'a2-1', after: 'sent' })],
	staffDiagnosesPath: [links.staffDiagnosesPath({ state: 'closed', page: 'a2-1' })],
	staffDiagnosisPath: [links.staffDiagnosisPath(1)],
}
