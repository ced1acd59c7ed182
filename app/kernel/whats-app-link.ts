import { queryText } from './query-text.ts'

/** Opens WhatsApp with a text and lets the customer choose the recipient. */
export function whatsAppLink(text: string): string {
	return `https://wa.me/?text=${queryText(text)}`
}

/** Opens a chat with an E.164 number and a text. */
export function whatsAppMessage(phone: string, text: string): string {
	return `${whatsAppChat(phone)}?text=${queryText(text)}`
}

/** Takes E.164: '+2348031234567'. */
export function whatsAppChat(phone: string): string {
	return `https://wa.me/${phone.replace('+', '')}`
}
