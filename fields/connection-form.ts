/** The fields of a connection, for every platform that has a form for it. */
export const connectionFields = {
  base_url: {
    label: 'Base URL',
    help: 'For Ondorse, enter `https://app.ondorse.co`. For another service, enter the start of its API addresses, such as `https://api.example.com`.',
  },
  api_key: {
    label: 'API Key',
    help: 'Secret key of your account. {{platform}} stores it encrypted. Create a separate key for {{platform}}, so that you can revoke it without affecting anything else.',
  },
  account_name: {
    label: 'Account Name',
    help: 'A name for this {{connection}}, such as Production or Test. It tells two keys of one service apart.',
  },
  portal_address: {
    label: 'Portal Address',
    help: 'Leave it empty for Ondorse, unless your account has a portal domain of its own. For a service that returns only part of a portal link, enter the address at which clients open portals, such as `https://portal.example.com`.',
  },
  webhook_secret: {
    label: 'Webhook Signing Secret',
    help: 'Fill it in only if you enter webhooks by hand in the settings of the service. Enter the signing secret from there. Separate several with commas. Events whose signature does not match are dropped.',
  },
};
