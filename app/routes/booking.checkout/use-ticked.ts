import { type FormEvent, type RefObject, useCallback, useEffect, useState } from 'react'
import type { FormState } from '#app/ui/form/form-state.ts'
import type { CheckoutView } from './checkout-view.server.ts'
import type { LiveChoices } from './live-quote.ts'

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

/** The ticked choices, until the server saves: then the saved ones. `update` reads the form again. */
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

/** Typing an amount ticks 'Other'; ticking anything else clears the amount. There are never two tips. */
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
