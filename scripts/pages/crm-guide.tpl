# {{app}}

For admins. When {{aDeal}} reaches a stage, your compliance service gets a case, its record of the client. The client gets a letter with a link, fills in a page, and the decision comes back to the {{deal}}. Nobody has tried this in an account: it is [not verified](first-push.md#not-verified).

## 1. The first letter, in three steps

It takes {{entries}} entries in Zapier's editor, beside apps and events, and about 15 minutes. You need:

- [an API key](set-up.md#the-key) from an admin of the service
- an invitation to the app from your engineer. Connect it in step 2: [what to enter](set-up.md#the-connection)
- {{aDeal}} of your own in your onboarding stage, here *{{stage}}*

Test each step: a test acts for real. In that of the trigger, choose your own {{deal}}: others are of real clients.

{{firstLetter}}

[2. Portal Link] is the value *Portal Link* of step 2. Bold steps are of *Compliance Onboarding*. Leave other fields as they are.

**What you see**: a letter with a link in your mailbox, behind it the page of the client, and in the service a case with the name of your {{deal}}. Do not publish yet: the Zap does not know the client's address.

## 2. Fields of the {{deal}}

Create these {{fields}} of {{deals}}, with exactly these names:

{{fieldTable}}

The values of *Onboarding Status* are [these](for-sales.md), and any other decision that your service has: ask its admin. Add *Registration Number* ({{text}}) to the {{company}}. Sales fills it in, and {{country}}.

{{notes}}

For further tests, create a second {{deal}} of your own, with {{aCompany}}: the case of the first does not know its {{deal}}. Fill in every field, with your address as *Onboarding Email*: Zapier may hide empty ones.

## 3. What you add to it

Add these in their order. Each table has what is new; the steps are numbered anew. [Building the Zaps](for-admins.md#building-the-zaps) helps with filters, error handler and addresses.

### The client's address

*Adds*: the letter goes to the client, by Gmail in place of Email by Zapier.

{{client}}

### The {{company}}

*Adds*: its name, country and number, which the client need not enter, and the ID of the {{deal}}, by which Zaps 2 and 3 find it. The service needs [the custom field](set-up.md#custom-fields) `deal_id`.

{{companySteps}}

### The {{deal}} shows its case

*Adds*: case, link and status, or the problem. For {{aDeal}} that enters the stage again, no second letter goes out.

{{writeBack}}

### The reminder

*Adds*: a letter after three days to a client who has not submitted, as Zap 3 writes to the {{deal}}.

{{reminder}}

## 4. Zap 2: the client must send more

*Adds*: a letter with what a reviewer asks for.

{{requested}}

## 5. Zap 3: what happens comes back to the {{deal}}

*Adds*: each submission, request and decision changes the {{deal}}.

{{events}}

## 6. Publish

[Try all three](for-admins.md#try-the-zaps), and send sales [its half page](for-sales.md).

- **[Tasks]({{tasks}}) of a {{deal}}**: {{smooth}}; {{reminded}} more with the reminder, {{request}} with each request to the client, 1 with each further status such as *In Review*.
- **Plan**: a paid one, for [Zaps with several steps]({{plans}}). The trigger {{looks}}.
