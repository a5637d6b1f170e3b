-- Sends the requests in a file: one per line, the target and its headers separated by tabs. See client.ts.
local requests = {}
local at = 0

function init(arguments)
  for line in io.lines(arguments[1]) do
    local target, headers = nil, {}
    for part in line:gmatch("[^\t]+") do
      if target == nil then
        target = part
      else
        local name, value = part:match("^([^:]+): (.*)$")
        headers[name] = value
      end
    end
    requests[#requests + 1] = wrk.format("GET", target, headers)
  end
  -- Continues where the previous run left off.
  at = tonumber(arguments[2]) % #requests
end

function request()
  at = at + 1
  local next = requests[at]
  if at == #requests then at = 0 end
  return next
end

function done(summary, latency, _)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"microseconds":%d,"bytes":%d,"failed":%d,"p99":%f}\n',
    summary.requests, summary.duration, summary.bytes,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(99)
  ))
end
