import { type FormEvent, type RefObject, useCallback, useEffect, useState } from 'react'
import {
	NO_TIP,
	parseCustomTip,
	priceDraft,
	type Quote,
	type TipChoice,
} from '#app/domain/booking/checkout/price-draft.ts'
import type { FormState } from '#app/ui/form/form-state.ts'
import type { CheckoutView } from './checkout-view.server.ts'

type Ticked = LiveChoices & { savedAt: number; paymentChoice: string | undefined }

function savedChoices(view: CheckoutView, choices: FormState): Ticked {
	return {
		savedAt: view.savedAt,
		addOnIds: view.addOns.flatMap(({ id }) => (choices.isChosen('addOns', id) ? [id] : [])),
		reward: view.savings?.rewards.find(({ id }) => choices.isChosen('reward', id))?.id ?? '',
		usesCashback: choices.isChosen('usesCashback', '1'),
		tip: choices.field('tip').defaultValue ?? 'none',
		customTip: choices.field('customTip').defaultValue ?? '',
		paymentChoice: choices.field('paymentChoice').defaultValue,
	}
}

/** The ticked choices; after each save, the saved ones. `update` reads the form again. */
export function useTicked(element: RefObject<HTMLFormElement>, view: CheckoutView, choices: FormState) {
	const [ticked, setTicked] = useState<Ticked | null>(null)
	const current = ticked?.savedAt === view.savedAt ? ticked : savedChoices(view, choices)
	const update = useCallback(() => {
		if (element.current) tickTypedTip(element.current, view.customTip)
		const fields = new FormData(element.current ?? undefined)
		setTicked({
			savedAt: view.savedAt,
			addOnIds: fields.getAll('addOns').map(String),
			reward: String(fields.get('reward') ?? ''),
			usesCashback: fields.has('usesCashback'),
			tip: String(fields.get('tip')),
			customTip: String(fields.get('customTip')),
			paymentChoice: String(fields.get('paymentChoice')),
		})
	}, [element, view.savedAt, view.customTip])
	// Only the form knows ticks from before the script, or restored by the browser.
	useEffect(update, [update])
	return { current, update }
}

/** Typing an amount ticks 'Other'; ticking anything else clears the amount. So there is one tip. */
export function followTip(update: () => void) {
	return ({ currentTarget: form, target }: FormEvent<HTMLFormElement>) => {
		if (target instanceof HTMLInputElement) {
			const amount = form.querySelector<HTMLInputElement>('[name=customTip]')
			if (target === amount && target.value.trim() !== '') tickTip(form, 'custom')
			if (target.name === 'tip' && target.value !== 'custom' && amount) amount.value = ''
		}
		update()
	}
}

/** A typed tip counts although 'Other' is not ticked, as on the server (M9). */
function tickTypedTip(form: HTMLFormElement, savedCustomTip: string) {
	const fields = new FormData(form)
	const typed = String(fields.get('customTip') ?? '').trim()
	if (fields.get('tip') === 'none' && typed !== '' && typed !== savedCustomTip) tickTip(form, 'custom')
}

function tickTip(form: HTMLFormElement, value: string) {
	const tile = form.querySelector<HTMLInputElement>(`[name=tip][value="${value}"]`)
	if (tile) tile.checked = true
}

/** What changes the price, as the fields hold it. */
type LiveChoices = {
	addOnIds: readonly string[]
	reward: string
	usesCashback: boolean
	tip: string
	customTip: string
}

/** The price of the ticked choices, by the server's own rule. It only informs. */
export function liveQuote(view: CheckoutView, choices: LiveChoices): Quote {
	const { addOnIds, usesCashback, tip, customTip } = choices
	// The view has only an applied code. A ticked reward replaces it, as in `oneSaving`.
	const reward = view.savings?.rewards.find(({ id }) => id === choices.reward)
	return priceDraft({
		services: view.services,
		addOns: view.addOns.filter((addOn) => addOnIds.includes(addOn.id)),
		saving: reward ?? view.promo?.saving ?? null,
		cashbackKobo: usesCashback ? (view.savings?.cashbackKobo ?? 0) : 0,
		tip: tipChoice(tip, customTip),
	})
}

function tipChoice(tip: string, customTip: string): TipChoice {
	if (tip === 'custom') {
		const typed = parseCustomTip(customTip)
		// The next post refuses an unreadable amount.
		return { kind: 'custom', percent: 0, customKobo: typed.ok ? typed.value : 0 }
	}
	const percent = Number(tip)
	return Number.isInteger(percent) && percent > 0 ? { kind: 'percent', percent, customKobo: 0 } : NO_TIP
}
