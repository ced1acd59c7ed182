import {
	accountExistsMessage,
	emailChangedMessage,
	newDeviceMessage,
	passwordChangedMessage,
	resetPasswordMessage,
	verifyEmailMessage,
} from '#app/flows/messages/account-messages.server.ts'
import {
	bookedMessage,
	changedMessage,
	movedMessage,
} from '#app/flows/messages/appointment-messages.server.ts'
import {
	bookingLinksMessage,
	claimLinkMessage,
	erasureLinkMessage,
	problemAnsweredMessage,
} from '#app/flows/messages/booking-link-messages.server.ts'
import { cancelledMessage } from '#app/flows/messages/cancelled-message.server.ts'
import { depositAskedMessage } from '#app/flows/messages/deposit-asked-message.server.ts'
import type { MessageKind } from '#app/flows/messages/message-kind.server.ts'
import {
	otherTimeOfferedMessage,
	paymentUnfinishedMessage,
} from '#app/flows/messages/payment-messages.server.ts'
import {
	shopPayoutFailedMessage,
	shopPayoutSentMessage,
	shopPayoutTermsMessage,
} from '#app/flows/messages/payout-messages.server.ts'
import {
	planEndingMessage,
	planOrderedMessage,
	planStartedMessage,
} from '#app/flows/messages/plan-messages.server.ts'
import { receiptMessage } from '#app/flows/messages/receipt-message.server.ts'
import { refundedMessage, refundStartedMessage } from '#app/flows/messages/refund-messages.server.ts'
import { appointmentReminderMessage, howWasItMessage } from '#app/flows/messages/reminder-messages.server.ts'
import { rewardEarnedMessage } from '#app/flows/messages/reward-earned-message.server.ts'
import {
	seatOfferedMessage,
	sessionBookedMessage,
	sessionCalledOffMessage,
	sessionReminderMessage,
} from '#app/flows/messages/session-messages.server.ts'
import { shopAppointmentMessages } from '#app/flows/messages/shop-appointment-messages.server.ts'
import {
	shopBankAccountChangedMessage,
	shopContactChangedMessage,
	shopKeyChangedMessage,
	shopPayoutAccountChangedMessage,
	shopWebhookEndedMessage,
} from '#app/flows/messages/shop-notice-messages.server.ts'
import { shopSignupMessages } from '#app/flows/messages/shop-signup-messages.server.ts'
import {
	lineClosedMessage,
	slotOfferedMessage,
	slotWaitJoinedMessage,
} from '#app/flows/messages/slot-wait-messages.server.ts'

/** A message of any other kind waits for a release that knows it. */
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
