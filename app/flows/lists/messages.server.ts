import {
	newDeviceMessage,
	passwordChangedMessage,
} from '#app/flows/messages/account-event-messages.server.ts'
import { accountExistsMessage } from '#app/flows/messages/account-exists-message.server.ts'
import { appointmentReminderMessage } from '#app/flows/messages/appointment-reminder-message.server.ts'
import { bookedMessage } from '#app/flows/messages/booked-message.server.ts'
import {
	bookingLinksMessage,
	claimLinkMessage,
	erasureLinkMessage,
	problemAnsweredMessage,
} from '#app/flows/messages/booking-link-messages.server.ts'
import { cancelledMessage } from '#app/flows/messages/cancelled-message.server.ts'
import { changedMessage } from '#app/flows/messages/changed-message.server.ts'
import { depositAskedMessage } from '#app/flows/messages/deposit-asked-message.server.ts'
import { emailChangedMessage } from '#app/flows/messages/email-changed-message.server.ts'
import { howWasItMessage } from '#app/flows/messages/how-was-it-message.server.ts'
import { lineClosedMessage } from '#app/flows/messages/line-closed-message.server.ts'
import type { MessageKind } from '#app/flows/messages/message-kind.server.ts'
import { movedMessage } from '#app/flows/messages/moved-message.server.ts'
import { otherTimeOfferedMessage } from '#app/flows/messages/other-time-offered-message.server.ts'
import { paymentUnfinishedMessage } from '#app/flows/messages/payment-unfinished-message.server.ts'
import {
	shopContactChangedMessage,
	shopPayoutAccountChangedMessage,
} from '#app/flows/messages/payout-account-messages.server.ts'
import {
	shopPayoutFailedMessage,
	shopPayoutSentMessage,
	shopPayoutTermsMessage,
} from '#app/flows/messages/payout-messages.server.ts'
import { planEndingMessage } from '#app/flows/messages/plan-ending-message.server.ts'
import { planOrderedMessage } from '#app/flows/messages/plan-ordered-message.server.ts'
import { planStartedMessage } from '#app/flows/messages/plan-started-message.server.ts'
import { receiptMessage } from '#app/flows/messages/receipt-message.server.ts'
import { refundStartedMessage } from '#app/flows/messages/refund-started-message.server.ts'
import { refundedMessage } from '#app/flows/messages/refunded-message.server.ts'
import { resetPasswordMessage } from '#app/flows/messages/reset-password-message.server.ts'
import { rewardEarnedMessage } from '#app/flows/messages/reward-earned-message.server.ts'
import { seatOfferedMessage } from '#app/flows/messages/seat-offered-message.server.ts'
import { sessionBookedMessage } from '#app/flows/messages/session-booked-message.server.ts'
import { sessionCalledOffMessage } from '#app/flows/messages/session-called-off-message.server.ts'
import { sessionReminderMessage } from '#app/flows/messages/session-reminder-message.server.ts'
import { shopAppointmentMessages } from '#app/flows/messages/shop-appointment-messages.server.ts'
import {
	shopBankAccountChangedMessage,
	shopKeyChangedMessage,
	shopWebhookEndedMessage,
} from '#app/flows/messages/shop-notice-messages.server.ts'
import { shopSignupMessages } from '#app/flows/messages/shop-signup-messages.server.ts'
import { slotOfferedMessage, slotWaitJoinedMessage } from '#app/flows/messages/slot-wait-messages.server.ts'
import { verifyEmailMessage } from '#app/flows/messages/verify-email-message.server.ts'

/** The kinds of messages that delivery knows. A message of any other kind waits for a release that knows it. */
export const messages: readonly MessageKind[] = [
	bookedMessage,
	movedMessage,
	changedMessage,
	cancelledMessage,
	appointmentReminderMessage,
	howWasItMessage,
	rewardEarnedMessage,
	paymentUnfinishedMessage,
	otherTimeOfferedMessage,
	refundStartedMessage,
	refundedMessage,
	receiptMessage,
	verifyEmailMessage,
	resetPasswordMessage,
	accountExistsMessage,
	emailChangedMessage,
	passwordChangedMessage,
	newDeviceMessage,
	planOrderedMessage,
	planStartedMessage,
	planEndingMessage,
	sessionBookedMessage,
	sessionReminderMessage,
	seatOfferedMessage,
	lineClosedMessage,
	sessionCalledOffMessage,
	slotWaitJoinedMessage,
	slotOfferedMessage,
	depositAskedMessage,
	...shopAppointmentMessages,
	bookingLinksMessage,
	claimLinkMessage,
	erasureLinkMessage,
	problemAnsweredMessage,
	shopKeyChangedMessage,
	shopBankAccountChangedMessage,
	shopPayoutAccountChangedMessage,
	shopContactChangedMessage,
	shopWebhookEndedMessage,
	shopPayoutSentMessage,
	shopPayoutFailedMessage,
	shopPayoutTermsMessage,
	...shopSignupMessages,
]
