/** What an app that makes codes has to know: seen by its camera, pressed on the phone itself, or typed in. */
export function TotpSetUp({ secret, uri }: { secret: string; uri: string }) {
  return (
    <>
      <ol className="totp soft">
        <li>Open an app that makes codes, and add an account.</li>
        <li>
          <a className="link" href={uri}>
            On this phone
          </a>{' '}
          it fills itself in; elsewhere type this key: <code className="figures">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </li>
        <li>Write the six figures that it shows.</li>
      </ol>
    </>
  )
}
