/** A fake of Stripe's script for browser tests: form and wallets, with the interfaces of its published reference. */
;(() => {
  const base = new URL(document.currentScript.src).origin

  function emitter() {
    const listeners = {}
    return {
      on(name, listener) {
        ;(listeners[name] ??= []).push(listener)
        return this
      },
      emit(name, event = {}) {
        for (const listener of listeners[name] ?? []) listener(event)
      },
    }
  }

  /** The form, in a frame of another origin as at Stripe. */
  function paymentElement(options, state) {
    const own = emitter()
    let frame
    addEventListener('message', ({ data, source }) => {
      if (data?.fake !== 'form' || source !== frame?.contentWindow) return
      state.written = { type: data.type, number: data.number }
      own.emit('change', { elementType: 'payment', complete: data.type !== 'card' || data.number !== '', value: { type: data.type } })
    })
    return {
      on: own.on,
      mount(target) {
        frame = document.createElement('iframe')
        frame.title = 'Secure payment input frame'
        frame.style.cssText = 'width:100%;height:14rem;border:0'
        const { colorText = '', colorBackground = '' } = options.appearance?.variables ?? {}
        frame.src = `${base}/form?${new URLSearchParams({ amount: options.amount, currency: options.currency, color: colorText, background: colorBackground })}`
        frame.addEventListener('load', () => own.emit('ready', { elementType: 'payment' }))
        target.append(frame)
      },
      show: () => frame?.contentWindow.postMessage({ fake: 'sum', text: `${options.amount} ${options.currency}` }, '*'),
      destroy: () => frame?.remove(),
    }
  }

  const hasApplePay = () => globalThis.ApplePaySession?.canMakePayments?.() === true

  /** The sheet of a wallet, whose owner has two addresses. */
  const addresses = {
    Berlin: { line1: 'Torstrasse 1', line2: '', city: 'Berlin', state: '', country: 'DE', postal_code: '10119' },
    Nowhere: { line1: 'Main Street 1', line2: '', city: 'Suva', state: '', country: 'FJ', postal_code: '' },
  }

  function expressElement(options, state) {
    const own = emitter()
    let place
    const answer = (name, event) =>
      new Promise((resolve, reject) => own.emit(name, { ...event, resolve, reject: () => reject(new Error('rejected')) }))
    async function open() {
      const started = Date.now()
      const said = await answer('click', { elementType: 'expressCheckout', expressPaymentType: 'apple_pay' })
      if (Date.now() - started > 1000) throw new Error('the click was not answered within a second')
      if (said.shippingAddressRequired && !said.shippingRates?.length) throw new Error('shippingRates are missing')
      let rates = said.shippingRates ?? []
      let lines = said.lineItems ?? []
      const sheet = document.createElement('div')
      sheet.setAttribute('role', 'dialog')
      sheet.setAttribute('aria-label', 'Apple Pay')
      sheet.style.cssText = 'position:fixed;inset:auto 0 0 0;padding:1rem;background:#fff;color:#000;z-index:99'
      const close = () => sheet.remove()
      let chosen = rates[0]
      let address
      function draw(note = '') {
        const total = options.amount
        sheet.innerHTML = `<p role="status">${note}</p>
          <ul>${lines.map(({ name, amount }) => `<li>${name}: ${amount}</li>`).join('')}</ul>
          ${
            said.shippingAddressRequired
              ? Object.keys(addresses)
                  .map((name) => `<button data-address="${name}">Ship to ${name}</button>`)
                  .join('')
              : ''
          }
          ${rates.map(({ id, displayName, amount }) => `<button data-rate="${id}">${displayName} ${amount}${id === chosen?.id ? ', chosen' : ''}</button>`).join('')}
          <button data-pay>Pay ${total} ${options.currency}</button><button data-cancel>Cancel</button>`
        for (const button of sheet.querySelectorAll('[data-address]')) button.onclick = () => ship(button.dataset.address)
        for (const button of sheet.querySelectorAll('[data-rate]')) button.onclick = () => rate(button.dataset.rate)
        sheet.querySelector('[data-pay]').onclick = pay
        sheet.querySelector('[data-cancel]').onclick = () => {
          close()
          own.emit('cancel', { elementType: 'expressCheckout' })
        }
      }
      const take = (told) => {
        rates = told?.shippingRates ?? rates
        lines = told?.lineItems ?? lines
      }
      async function ship(name) {
        const { line1: _1, line2: _2, ...partial } = addresses[name]
        try {
          take(await answer('shippingaddresschange', { name: 'Ada Lovelace', address: partial }))
          address = addresses[name]
          chosen = rates[0]
          draw()
        } catch {
          address = undefined
          draw('This address cannot be shipped to.')
        }
      }
      async function rate(id) {
        const next = rates.find((one) => one.id === id)
        try {
          take(await answer('shippingratechange', { shippingRate: next }))
          chosen = next
          draw()
        } catch {
          draw('This rate cannot be chosen.')
        }
      }
      async function pay() {
        if (said.shippingAddressRequired && !address) return draw('Choose an address.')
        state.written = { type: 'apple_pay', number: '' }
        let failed = false
        own.emit('confirm', {
          elementType: 'expressCheckout',
          expressPaymentType: 'apple_pay',
          billingDetails: { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+49301234', address: addresses.Berlin },
          ...(address && { shippingAddress: { name: 'Ada Lovelace', address }, shippingRate: chosen }),
          paymentFailed() {
            failed = true
            draw('The payment failed.')
          },
        })
        draw('One moment')
        state.closeSheet = () => !failed && close()
      }
      document.body.append(sheet)
      draw()
    }
    return {
      on: own.on,
      mount(target) {
        place = document.createElement('div')
        target.append(place)
        const methods = hasApplePay() ? { applePay: true, googlePay: false, link: false } : undefined
        if (methods) {
          const button = document.createElement('button')
          button.type = 'button'
          button.textContent = 'Buy with Apple Pay'
          button.style.cssText = `width:100%;height:44px;background:#000;color:#fff`
          button.addEventListener('click', () => void open())
          place.append(button)
        }
        setTimeout(() => own.emit('ready', { elementType: 'expressCheckout', availablePaymentMethods: methods }))
      },
      destroy: () => place?.remove(),
    }
  }

  async function post(path, params) {
    const answer = await fetch(`${base}${path}`, { method: 'POST', body: new URLSearchParams(params) })
    return answer.json()
  }

  globalThis.Stripe = (key) => {
    if (!/^pk_(test|live)_/.test(key)) throw new Error('Please call Stripe() with your publishable key.')
    return {
      elements(given) {
        const options = { ...given }
        const made = []
        const state = { options, written: undefined }
        return {
          state,
          update(more) {
            Object.assign(options, more)
            for (const one of made) one.show?.()
          },
          create(type) {
            const one = type === 'payment' ? paymentElement(options, state) : expressElement(options, state)
            made.push(one)
            return one
          },
          async submit() {
            const { type, number } = state.written ?? {}
            if (type === 'card' && !number) return { error: { type: 'validation_error', message: 'Your card number is incomplete.' } }
            return { selectedPaymentMethod: type }
          },
        }
      },
      async confirmPayment({ elements, clientSecret, confirmParams, redirect = 'always' }) {
        const { options, written } = elements.state
        const [id] = clientSecret.split('_secret_')
        const { type, number } = written
        const answer = await post(`/v1/payment_intents/${id}/confirm`, {
          key,
          client_secret: clientSecret,
          type,
          number,
          return_url: confirmParams.return_url,
          amount: options.amount,
          currency: options.currency,
          keeps: options.setupFutureUsage === 'off_session',
        })
        if (answer.error) return { error: { payment_intent: { id }, ...answer.error } }
        elements.state.closeSheet?.()
        if (answer.goes) {
          location.assign(`${base}${answer.goes}`)
          return new Promise(() => {})
        }
        if (redirect === 'if_required') return { paymentIntent: { id, status: answer.status } }
        location.assign(answer.back)
        return new Promise(() => {})
      },
    }
  }
})()
