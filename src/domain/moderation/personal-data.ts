import type { LeavingPart } from '../accounts/account-removal.ts'
import type { ExportPart } from '../accounts/my-identity.ts'
import { exportFromMails, withdrawFromMails } from '../accounts/mailing/mail-personal.ts'
import { exportFromAppointments, withdrawFromAppointments } from '../appointments/appointment-personal.ts'
import { exportFromCalendar, withdrawFromCalendar } from '../calculators/due-date-personal.ts'
import { exportFromReplies, withdrawFromReplies } from '../cases/reply-personal.ts'
import { exportFromDocuments, withdrawFromDocuments } from '../documents/document-personal.ts'
import { exportFromDevelopers, withdrawFromDevelopers } from '../developers/developers-personal.ts'
import { exportFromDirectory } from '../experts/export.ts'
import { withdrawFromDirectory } from '../experts/leaving.ts'
import { exportFromDiagnosis, withdrawFromDiagnosis } from '../funding-diagnosis/contact-personal.ts'
import { exportFromWaits, withdrawFromWaits } from '../listings/waiting/list-wait-personal.ts'
import { exportFromLeads, withdrawFromLeads } from '../estimates/estimate-personal.ts'
import { exportFromInquiries, exportFromReviews, withdrawFromInquiries } from '../inquiries/inquiry-personal.ts'
import { exportFromMedia } from '../articles/article-export.ts'
import { withdrawFromMedia } from '../articles/article-leaving.ts'
import { exportFromBilling, withdrawFromBilling } from '../billing/billing-personal.ts'
import { exportFromQa } from '../questions/export.ts'
import { withdrawFromQa } from '../questions/leaving.ts'
import { exportFromSocial } from '../social/export.ts'
import { withdrawFromSocial } from '../social/leaving.ts'
import { exportFromAgreements } from '../shared/agreements-export.ts'
import { exportFromNotes, exportFromSupport, withdrawFromNotes } from '../support/support-personal.ts'
import { exportFromModeration, withdrawFromModeration } from './personal.ts'

/** Personal data of all rooms. Collected here because only the last room may import the others. */

/** Parts of the export of personal data, besides the account. */
export const exportParts: readonly ExportPart[] = [
	exportFromAgreements,
	exportFromDirectory,
	exportFromQa,
	exportFromMedia,
	exportFromSocial,
	exportFromCalendar,
	exportFromInquiries,
	exportFromReviews,
	exportFromDocuments,
	exportFromAppointments,
	exportFromReplies,
	exportFromLeads,
	exportFromDiagnosis,
	exportFromWaits,
	exportFromSupport,
	exportFromNotes,
	exportFromMails,
	exportFromBilling,
	exportFromDevelopers,
	exportFromModeration,
]

/** The steps of the transaction that deletes an account: referencing rows before referenced ones. */
export const leavingParts: readonly LeavingPart[] = [
	withdrawFromModeration,
	withdrawFromMails,
	withdrawFromNotes,
	withdrawFromAppointments,
	withdrawFromReplies,
	withdrawFromDocuments,
	withdrawFromInquiries,
	withdrawFromLeads,
	withdrawFromDiagnosis,
	withdrawFromWaits,
	withdrawFromSocial,
	withdrawFromCalendar,
	withdrawFromMedia,
	withdrawFromQa,
	withdrawFromBilling,
	withdrawFromDevelopers,
	withdrawFromDirectory,
]
